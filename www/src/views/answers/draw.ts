/** Draws what the agents answer: in each agent its answer, around it how sure it is, and the input in question. */

import { cross, least } from "d3-array";
import { contours } from "d3-contour";
import { briefClasses } from "../format";
import type { Sheet } from "../frame";
import { drawSent, isSent, strokeEdges } from "../graph/draw";
import { NAME_HEIGHT } from "../graph/place";
import { drawDisc, drawText, setStroke, traceRings, widthOf } from "../marks";
import { methodColor, mix } from "../theme";
import { answerOf, countOf, goalOf, isMajority, oneOf, seenBriefly, type AnswersData, type AnswersPanel } from "./data";
import { CELLS, type Stroke } from "./ink";
import { BESIDE, COUNT, FOOT, type Network, type Places } from "./place";

const MEANING = "Filled: right. Open: wrong. The arc: how sure the agent is.";
const MEANING_DRAWN = "Filled: most frequent. The arc: how sure the agent is.";

/** Smaller agents have room for their answer alone, in units of the figure. */
const SMALL = 11;
/** Smaller words are not read, as a share of the figures' type. */
const SMALLEST = 0.7;
/** The same of words that can be said in fewer. */
const WHOLE = 0.93;
/** The share of an agent's disc within the arc of how sure it is. */
const INNER = 0.8;
/** The width of the reader's lines, and of the image that the agents get of them, as shares of the input's side. */
const PEN = 0.075;
const SEEN = 0.26;
/** An image is drawn in so many dots to a grey value, along either side. */
const FINER = 4;
/** Where its edge lies, from pale to black. */
const EDGE = [0.32, 0.38, 0.44, 0.5];

interface AnswersPicture extends Sheet {
  data: AnswersData;
  places: Places;
  /** What the reader has drawn, in shares of the input's side. */
  strokes: readonly Stroke[];
  /** Whether the picture names the methods, which on the page may be named by choices. */
  named: boolean;
}

interface Part extends AnswersPicture, Network {
  panel: AnswersPanel;
  /** The class that counts as right. */
  goal: number | null;
}

/** A square of the picture, from its upper left corner. */
type Square = Places["pad"];

export function drawAnswers(picture: AnswersPicture): void {
  const { painter, theme, data, places, named } = picture;
  const goal = goalOf(data);
  painter.save();
  data.panels.forEach((panel, i) => {
    const part = { ...picture, ...places.networks[i]!, panel, goal };
    const { at, box } = part;
    drawLinks(part);
    // Between small agents lies too little of a link for a message to be seen.
    if (data.beat !== null && isSent(data) && at.radius > SMALL)
      drawSent(painter, { ...data, quantity: "" }, at, data.beat, theme);
    for (let agent = 0; agent < data.agents; agent++) drawAgent(part, agent);
    drawCount(part);
    if (named) drawText(part, panel.name, box.left + box.width / 2, NAME_HEIGHT / 2, { style: "600", size: 1.17 });
  });
  drawInput(picture);
  drawTruth(picture, goal);
  drawMeaning(picture);
  painter.restore();
}

function drawLinks({ painter, theme, data, at }: Part): void {
  const count = data.edges.length / 2;
  const density = Math.min(1, 1.7 * Math.sqrt(data.agents / Math.max(1, count)));
  const color = mix(theme.paper, theme.ink, Math.max(theme.faintest, 0.1 + 0.35 * density));
  setStroke(painter, { color, width: 0.6 + 1.2 * density });
  strokeEdges(painter, data, at, Array(count).keys());
}

function drawAgent(part: Part, agent: number): void {
  const { painter, theme, data, panel, at, goal } = part;
  const [x, y, radius] = [at.x(agent), at.y(agent), at.radius];
  const answer = answerOf(data, panel, agent);
  const color = methodColor(panel.style, theme);
  const isRight = answer !== null && answer.class === goal;
  drawDisc(painter, x, y, radius + 1, { fill: theme.paper });
  const [fill, rim] = isRight ? [color, color] : [theme.paper, theme.rule];
  drawDisc(painter, x, y, INNER * radius, { fill, rim: { color: rim, width: 1.2 } });
  if (answer) {
    const width = Math.max(1.5, 0.13 * radius);
    drawDisc(painter, x, y, radius - width / 2, { rim: { color: mix(theme.paper, theme.ink, 0.14), width } });
    painter.strokeStyle = isRight ? color : mix(theme.paper, theme.ink, 0.62);
    painter.beginPath();
    painter.arc(x, y, radius - width / 2, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * Math.min(0.9999, answer.sureness));
    painter.stroke();
  }
  const words = answer ? briefClasses(data.classes)[answer.class]! : "?";
  // As large as the disc allows.
  const size = fitted(part, words, (INNER * radius) / 8.4, 1.55 * INNER * radius);
  const ink = isRight ? theme.paper : theme.ink;
  drawText(part, words, x, y + 0.06 * INNER * radius, { style: "600", size, color: ink });
  drawSeen(part, agent);
}

/** The size of words in strong type, at most `size`, that take no more than this width. */
function fitted(sheet: Sheet, words: string, size: number, width: number): number {
  return size * Math.min(1, width / widthOf(sheet, words, { style: "600", size }));
}

/** The words for what an agent in a circle has seen that have room within it, no two touching; how wide they are, how large. */
function wordsWithin(sheet: Sheet, data: AnswersData, { middle }: Network, agent: number) {
  if (!middle) return null;
  const between = 2 * (middle.free - 12) * Math.sin(Math.PI / data.agents);
  for (const lines of seenBriefly(data, agent)) {
    const width = Math.max(...lines.map((text) => widthOf(sheet, text, { style: "600" })));
    const size = Math.min(1, between / Math.max(width + 2, 24 * (lines.length - 1)));
    if (size >= (lines.length > 1 ? WHOLE : SMALLEST)) return { lines, size, width: size * width };
  }
  return null;
}

/** On the inner side of an agent: the only classes that it has seen. */
function drawSeen(part: Part, agent: number): void {
  const { painter, theme, data, at, middle } = part;
  const words = wordsWithin(part, data, part, agent);
  if (!words || !middle) return;
  const { lines, size, width } = words;
  const [dx, dy] = [middle.x - at.x(agent), middle.y - at.y(agent)];
  const line = 6 * size * (lines.length - 1);
  const [half, tall] = [width / 2 + 1, line + 6 * size];
  const away = Math.hypot(dx, dy);
  // The whole of them lies within the circle.
  const share = (at.radius + 2 + (half * Math.abs(dx) + tall * Math.abs(dy)) / away) / away;
  const [x, y] = [at.x(agent) + share * dx, at.y(agent) + share * dy];
  painter.fillStyle = theme.paper;
  painter.fillRect(x - half, y - tall, 2 * half, 2 * tall);
  if (lines.length > 1) drawText(part, lines[0]!, x, y - line, { size, color: theme.muted });
  drawText(part, lines.at(-1)!, x, y + line, { style: "600", size });
}

/** “10 of 10 right”. */
function drawCount(part: Part): void {
  const { data, panel, box, goal } = part;
  if (!panel.scores || goal === null) return;
  const what = data.input.truth === null ? `say ${data.classes[goal]}` : "right";
  const text = `${countOf(data, panel, goal)} of ${data.agents} ${what}`;
  const size = fitted(part, text, 1.5, box.width - 4);
  drawText(part, text, box.left + box.width / 2, NAME_HEIGHT + COUNT / 2, { style: "600", size });
}

/** The input: what the reader has drawn, an image with soft edges, or a bar for each feature. */
function drawInput(picture: AnswersPicture): void {
  const { data, strokes, places } = picture;
  const { input } = data;
  drawFramed(picture, places.pad, () => {
    if (input.truth === null && strokes.length > 0) drawInk(picture);
    else if (input.image) drawImage(picture, places.pad);
    else drawBars(picture);
  });
}

function drawFramed({ painter, theme }: Sheet, { x, y, side }: Square, content: () => void): void {
  painter.fillStyle = theme.paper;
  painter.fillRect(x, y, side, side);
  content();
  setStroke(painter, { color: theme.rule, width: 1 });
  painter.beginPath();
  painter.rect(x, y, side, side);
  painter.stroke();
}

/**
 * A digit of 8 × 8 grey values as it is read: a value tells how much of its square is ink, so a line's edge lies where the
 * values between the squares' middles come to about a half.
 */
function drawImage({ painter, theme, data }: AnswersPicture, { x, y, side }: Square): void {
  const dots = CELLS * FINER;
  const size = side / dots;
  const finer = contours().size([dots, dots]);
  const between = interpolated(data.input.values, dots);
  EDGE.forEach((level, i) => {
    painter.fillStyle = mix(theme.paper, theme.ink, (i + 1) / EDGE.length);
    const rings = finer.contour(between, level).coordinates.flat();
    traceRings(
      painter,
      rings,
      (u) => x + u * size,
      (v) => y + v * size,
    );
    painter.fill();
  });
}

/** The values between the middles of 8 × 8 squares, in so many dots along either side. */
function interpolated(values: readonly number[], dots: number): number[] {
  const at = (row: number, column: number): number =>
    row < 0 || column < 0 || row >= CELLS || column >= CELLS ? 0 : values[row * CELLS + column]!;
  return Array.from({ length: dots * dots }, (_, dot) => {
    const [y, x] = [(Math.floor(dot / dots) + 0.5) / FINER - 0.5, ((dot % dots) + 0.5) / FINER - 0.5];
    const [v, u] = [Math.floor(y), Math.floor(x)];
    const [down, across] = [y - v, x - u];
    const upper = at(v, u) * (1 - across) + at(v, u + 1) * across;
    const lower = at(v + 1, u) * (1 - across) + at(v + 1, u + 1) * across;
    return upper * (1 - down) + lower * down;
  });
}

/** The reader's lines, and in the corner with the least of them the image that the agents get. */
function drawInk(picture: AnswersPicture): void {
  const { painter, theme, strokes, places } = picture;
  const { x, y, side } = places.pad;
  painter.strokeStyle = theme.ink;
  painter.lineWidth = PEN * side;
  painter.lineCap = painter.lineJoin = "round";
  painter.beginPath();
  for (const stroke of strokes) {
    painter.moveTo(x + stroke[0]! * side, y + stroke[1]! * side);
    // A point alone is a short line.
    painter.lineTo(x + stroke[0]! * side + 0.01, y + stroke[1]! * side);
    for (let i = 2; i < stroke.length; i += 2) painter.lineTo(x + stroke[i]! * side, y + stroke[i + 1]! * side);
  }
  painter.stroke();
  const small = SEEN * side;
  const taken = ([right, low]: readonly [number, number]): number =>
    strokes.flatMap((stroke) =>
      stroke.filter((u, i) => i % 2 === 0 && Math.hypot(u - right, stroke[i + 1]! - low) < 1.5 * SEEN),
    ).length;
  const [right, low] = least(cross([1, 0], [1, 0]), taken)!;
  const corner = { x: x + right * (side - small), y: y + low * (side - small), side: small };
  drawFramed(picture, corner, () => drawImage(picture, corner));
}

function drawBars({ painter, theme, data, places }: AnswersPicture): void {
  const { values } = data.input;
  const { x, y, side } = places.pad;
  const largest = Math.max(1e-300, ...values.map(Math.abs));
  const each = (side - 16) / values.length;
  const middle = y + side / 2;
  painter.fillStyle = theme.rule;
  painter.fillRect(x + 8, middle - 0.5, side - 16, 1);
  painter.fillStyle = theme.muted;
  values.forEach((value, i) => {
    const height = (value / largest) * (side / 2 - 10);
    painter.fillRect(x + 8 + (i + 0.15) * each, Math.min(middle, middle - height), 0.7 * each, Math.abs(height));
  });
}

/** What the input is in truth, below it. */
function drawTruth(picture: AnswersPicture, goal: number | null): void {
  const { input, classes } = picture.data;
  const { x, y, side } = picture.places.pad;
  const most = goal === null ? "" : isMajority(picture.data, goal) ? `Most say ${classes[goal]}` : "No majority";
  const text = input.truth === null ? most : `This is ${oneOf(classes[input.truth]!)}`;
  drawText(picture, text, x + side / 2, y + side + 15, { style: "600", size: 1.25 });
  const whose =
    input.truth === null
      ? "drawn by you"
      : input.unseen
        ? `no agent has this ${input.image ? "image" : "row"}`
        : "from the agents’ data";
  const type = { size: 0.92, color: picture.theme.muted };
  if (picture.places.words > 40 && widthOf(picture, whose, type) < side + 2 * BESIDE.aside)
    drawText(picture, whose, x + side / 2, y + side + 32, type);
}

function drawMeaning(picture: AnswersPicture): void {
  const { width, height } = picture.size;
  const { truth, image } = picture.data.input;
  const read = truth === null ? MEANING_DRAWN : MEANING;
  const never = `never ${image ? "pictures" : "data"}.`;
  const sent = `Neighbours exchange models, ${never}`;
  const hasWords = wordsWithin(picture, picture.data, picture.places.networks[0]!, 0) !== null;
  const type = { size: 0.94, color: picture.theme.muted };
  const whole = `${read} ${sent}`;
  if (widthOf(picture, whole, type) < width - 8) drawText(picture, whole, width / 2, height - FOOT / 2 + 4, type);
  else
    for (const [i, line] of [read, hasWords ? `Within: all it has seen. Models are sent, ${never}` : sent].entries())
      drawText(picture, line, width / 2, height - FOOT + 11 + 15 * i, type);
}
