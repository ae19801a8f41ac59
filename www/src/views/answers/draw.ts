/** Draws what the agents answer: in each agent its answer, around it how sure it is, and the input in question. */

import { contours } from "d3-contour";
import { drawSent, isSent } from "../graph/draw";
import { NAME_HEIGHT, segmentsOf } from "../graph/place";
import { font, type Size } from "../frame";
import { disc } from "../marks";
import { methodColor, mix, type Theme } from "../theme";
import type { Painter } from "../types";
import {
  answerOf,
  briefClasses,
  countOf,
  goalOf,
  oneOf,
  seenBriefly,
  type AnswersData,
  type AnswersPanel,
} from "./data";
import { CELLS, type Stroke } from "./ink";
import { BESIDE, COUNT, FOOT, type Network, type Places } from "./place";

/** How the picture is read. */
const MEANING = "Filled: right. Open: wrong. The arc: how sure the agent is.";
const MEANING_DRAWN = "Filled: what most say. The arc: how sure the agent is.";
const SENT = "Neighbours exchange models, never pictures.";

/** Smaller agents have room for their answer alone, in units of the figure. */
const SMALL = 11;
/** Smaller words are not read, as a share of the figures' type. */
const SMALLEST = 0.75;
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

export interface AnswersPicture {
  data: AnswersData;
  places: Places;
  /** What the reader has drawn, in shares of the input's side. */
  strokes: readonly Stroke[];
  theme: Theme;
  size: Size;
  /** Whether the picture names the methods, which on the page may be named by choices. */
  named: boolean;
}

export function drawAnswers(painter: Painter, { data, places, strokes, theme, size, named }: AnswersPicture): void {
  const goal = goalOf(data);
  painter.save();
  data.panels.forEach((panel, i) => {
    const network = places.networks[i]!;
    drawLinks(painter, data, network, theme);
    // Between small agents lies too little of a link for a message to be seen.
    if (data.beat !== null && isSent(data) && network.at.radius > SMALL)
      drawSent(painter, { ...data, quantity: "" }, network.at, data.beat, theme);
    for (let agent = 0; agent < data.agents; agent++) drawAgent(painter, data, panel, network, agent, goal, theme);
    drawCount(painter, data, panel, network, goal, theme);
    if (named) drawName(painter, panel, network, theme);
  });
  drawInput(painter, data, strokes, places, theme);
  drawTruth(painter, data, places, goal, theme);
  drawMeaning(painter, data, size, theme);
  painter.restore();
}

function drawLinks(painter: Painter, data: AnswersData, { at }: Network, theme: Theme): void {
  const count = data.edges.length / 2;
  const density = Math.min(1, 1.7 * Math.sqrt(data.agents / Math.max(1, count)));
  painter.strokeStyle = mix(theme.paper, theme.ink, Math.max(theme.faintest, 0.1 + 0.35 * density));
  painter.lineWidth = 0.6 + 1.2 * density;
  painter.beginPath();
  for (let e = 0; e < count; e++)
    for (const [x0, y0, x1, y1] of segmentsOf(data, at, e)) {
      painter.moveTo(x0, y0);
      painter.lineTo(x1, y1);
    }
  painter.stroke();
}

function drawAgent(
  painter: Painter,
  data: AnswersData,
  panel: AnswersPanel,
  network: Network,
  agent: number,
  goal: number | null,
  theme: Theme,
): void {
  const { at } = network;
  const [x, y, radius] = [at.x(agent), at.y(agent), at.radius];
  const answer = answerOf(data, panel, agent);
  const color = methodColor(panel.style, theme);
  const isRight = answer !== null && answer.class === goal;
  painter.fillStyle = theme.paper;
  disc(painter, x, y, radius + 1);
  painter.fill();
  const inner = INNER * radius;
  painter.fillStyle = isRight ? color : theme.paper;
  disc(painter, x, y, inner);
  painter.fill();
  painter.strokeStyle = isRight ? color : theme.rule;
  painter.lineWidth = 1.2;
  painter.stroke();
  if (answer) {
    const width = Math.max(1.5, 0.13 * radius);
    painter.lineWidth = width;
    painter.strokeStyle = mix(theme.paper, theme.ink, 0.14);
    disc(painter, x, y, radius - width / 2);
    painter.stroke();
    painter.strokeStyle = isRight ? color : mix(theme.paper, theme.ink, 0.62);
    painter.beginPath();
    painter.arc(x, y, radius - width / 2, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * Math.min(0.9999, answer.sureness));
    painter.stroke();
  }
  write(painter, answer ? briefClasses(data.classes)[answer.class]! : "?", x, y, inner, isRight, theme);
  if (answer && data.input.truth !== null && radius > SMALL) drawMark(painter, network, agent, isRight, color, theme);
  drawSeen(painter, data, network, agent, theme);
}

/** The answer, as large as its disc allows. */
function write(
  painter: Painter,
  text: string,
  x: number,
  y: number,
  inner: number,
  isRight: boolean,
  theme: Theme,
): void {
  const most = inner / 8.4;
  painter.font = `600 ${font(theme, most)}`;
  const fits = Math.min(1, (1.55 * inner) / painter.measureText(text).width);
  painter.font = `600 ${font(theme, most * fits)}`;
  painter.fillStyle = isRight ? theme.paper : theme.ink;
  painter.textAlign = "center";
  painter.textBaseline = "middle";
  painter.fillText(text, x, y + 0.06 * inner);
}

/** On the outer side of an agent: a tick where it is right, a cross where it is wrong. */
function drawMark(
  painter: Painter,
  { at, box }: Network,
  agent: number,
  isRight: boolean,
  color: string,
  theme: Theme,
): void {
  const [x, y, radius] = [at.x(agent), at.y(agent), at.radius];
  const [dx, dy] = [x - box.left - box.width / 2, y - box.top - box.height / 2];
  const away = radius / (Math.hypot(dx, dy) || 1);
  const size = Math.min(7, 0.36 * radius);
  const [u, v] = [x + away * dx, y + away * dy];
  painter.fillStyle = theme.paper;
  disc(painter, u, v, size);
  painter.fill();
  painter.strokeStyle = isRight ? color : theme.ink;
  painter.lineWidth = 0.3 * size;
  painter.lineCap = "round";
  painter.lineJoin = "round";
  const s = 0.5 * size;
  painter.beginPath();
  if (isRight) {
    painter.moveTo(u - 1.1 * s, v + 0.1 * s);
    painter.lineTo(u - 0.3 * s, v + 0.9 * s);
    painter.lineTo(u + 1.2 * s, v - 0.9 * s);
  } else {
    painter.moveTo(u - s, v - s);
    painter.lineTo(u + s, v + s);
    painter.moveTo(u - s, v + s);
    painter.lineTo(u + s, v - s);
  }
  painter.stroke();
}

/** On the inner side of an agent in a circle: the only classes that it has seen. */
function drawSeen(painter: Painter, data: AnswersData, { at, middle }: Network, agent: number, theme: Theme): void {
  const words = seenBriefly(data, agent);
  if (!words || !middle) return;
  const [dx, dy] = [middle.x - at.x(agent), middle.y - at.y(agent)];
  const distance = Math.hypot(dx, dy);
  painter.font = `600 ${font(theme)}`;
  const widths = words.map((text) => painter.measureText(text).width);
  // No two of them touch: where there is little room “3s” stands for “only 3s”.
  const between = (2 * Math.PI * (middle.free - 11)) / data.agents;
  const isWhole = between / (Math.max(...widths) + 2) >= WHOLE;
  const width = isWhole ? Math.max(...widths) : widths[1]!;
  const size = Math.min(1, between / (width + 2));
  if (size < SMALLEST) return;
  const line = isWhole ? 6 * size : 0;
  const share = (at.radius + 4 + 5 * size + (2 / 3) * line) / distance;
  const [x, y] = [at.x(agent) + share * dx, at.y(agent) + share * dy];
  const half = (size * width) / 2 + 1;
  painter.fillStyle = theme.paper;
  painter.fillRect(x - half, y - line - 6 * size, 2 * half, 2 * line + 12 * size);
  painter.textAlign = "center";
  painter.textBaseline = "middle";
  painter.fillStyle = theme.muted;
  painter.font = font(theme, size);
  if (isWhole) painter.fillText(words[0], x, y - line);
  painter.font = `600 ${font(theme, size)}`;
  painter.fillStyle = theme.ink;
  painter.fillText(words[1], x, y + line);
}

/** “10 of 10 right”. */
function drawCount(
  painter: Painter,
  data: AnswersData,
  panel: AnswersPanel,
  { box }: Network,
  goal: number | null,
  theme: Theme,
): void {
  if (!panel.scores || goal === null) return;
  const what = data.input.truth === null ? `say ${data.classes[goal]}` : "right";
  painter.textAlign = "center";
  painter.textBaseline = "middle";
  painter.fillStyle = theme.ink;
  const text = `${countOf(data, panel, goal)} of ${data.agents} ${what}`;
  painter.font = `600 ${font(theme, 1.5)}`;
  const fits = Math.min(1, (box.width - 4) / painter.measureText(text).width);
  painter.font = `600 ${font(theme, 1.5 * fits)}`;
  painter.fillText(text, box.left + box.width / 2, NAME_HEIGHT + COUNT / 2);
}

function drawName(painter: Painter, panel: AnswersPanel, { box }: Network, theme: Theme): void {
  painter.font = `600 ${font(theme, 1.17)}`;
  painter.fillStyle = theme.ink;
  painter.textAlign = "center";
  painter.textBaseline = "middle";
  painter.fillText(panel.name, box.left + box.width / 2, NAME_HEIGHT / 2);
}

/** The input: what the reader has drawn, an image with soft edges, or a bar for each feature. */
function drawInput(
  painter: Painter,
  { input }: AnswersData,
  strokes: readonly Stroke[],
  { pad: { x, y, side } }: Places,
  theme: Theme,
): void {
  painter.fillStyle = theme.paper;
  painter.fillRect(x, y, side, side);
  if (input.truth === null && strokes.length > 0) drawInk(painter, input.values, strokes, x, y, side, theme);
  else if (input.image) drawImage(painter, input.values, x, y, side, theme);
  else drawBars(painter, input.values, x, y, side, theme);
  painter.strokeStyle = theme.rule;
  painter.lineWidth = 1;
  painter.beginPath();
  painter.rect(x, y, side, side);
  painter.stroke();
}

/**
 * A digit of 8 × 8 grey values as it is read: a value tells how much of its square is ink, so a line's edge lies where the
 * values between the squares' middles come to about a half.
 */
function drawImage(
  painter: Painter,
  values: readonly number[],
  x: number,
  y: number,
  side: number,
  theme: Theme,
): void {
  const dots = CELLS * FINER;
  const size = side / dots;
  const finer = contours().size([dots, dots]);
  const between = interpolated(values, dots);
  EDGE.forEach((level, i) => {
    painter.fillStyle = mix(theme.paper, theme.ink, (i + 1) / EDGE.length);
    painter.beginPath();
    for (const line of finer.contour(between, level).coordinates.flat()) {
      for (const [i, [u, v]] of line.entries()) {
        if (i === 0) painter.moveTo(x + u! * size, y + v! * size);
        else painter.lineTo(x + u! * size, y + v! * size);
      }
      painter.closePath();
    }
    painter.fill();
  });
}

/** The values between the middles of 8 × 8 squares, in so many dots along either side. */
function interpolated(values: readonly number[], dots: number): number[] {
  const at = (row: number, column: number): number =>
    row < 0 || column < 0 || row >= CELLS || column >= CELLS ? 0 : values[row * CELLS + column]!;
  return Array.from({ length: dots * dots }, (_, dot) => {
    const [v, down] = parts((Math.floor(dot / dots) + 0.5) / FINER - 0.5);
    const [u, across] = parts(((dot % dots) + 0.5) / FINER - 0.5);
    const upper = at(v, u) * (1 - across) + at(v, u + 1) * across;
    const lower = at(v + 1, u) * (1 - across) + at(v + 1, u + 1) * across;
    return upper * (1 - down) + lower * down;
  });
}

/** A number's whole part and the rest. */
function parts(value: number): [number, number] {
  const whole = Math.floor(value);
  return [whole, value - whole];
}

/** The reader's lines, and in a corner the image that the agents get. */
function drawInk(
  painter: Painter,
  values: readonly number[],
  strokes: readonly Stroke[],
  x: number,
  y: number,
  side: number,
  theme: Theme,
): void {
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
  const [left, top] = [x + side - small, y + side - small];
  painter.fillStyle = theme.paper;
  painter.fillRect(left, top, small, small);
  drawImage(painter, values, left, top, small, theme);
  painter.strokeStyle = theme.rule;
  painter.lineWidth = 1;
  painter.beginPath();
  painter.rect(left, top, small, small);
  painter.stroke();
}

function drawBars(painter: Painter, values: readonly number[], x: number, y: number, side: number, theme: Theme): void {
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
function drawTruth(
  painter: Painter,
  { input, classes }: AnswersData,
  { pad: { x, y, side } }: Places,
  goal: number | null,
  theme: Theme,
): void {
  const most = goal === null ? "" : `Most say ${classes[goal]}`;
  const text = input.truth === null ? most : `This is ${oneOf(classes[input.truth]!)}`;
  painter.textAlign = "center";
  painter.textBaseline = "middle";
  painter.fillStyle = theme.ink;
  painter.font = `600 ${font(theme, 1.25)}`;
  painter.fillText(text, x + side / 2, y + side + 15);
  painter.font = font(theme, 0.92);
  painter.fillStyle = theme.muted;
  const whose = input.truth === null ? "drawn by you" : input.unseen ? "no agent has seen it" : "from the agents’ data";
  // Beside it there may be no room.
  if (painter.measureText(whose).width < side + 2 * BESIDE.aside) painter.fillText(whose, x + side / 2, y + side + 32);
}

function drawMeaning(painter: Painter, { input }: AnswersData, { width, height }: Size, theme: Theme): void {
  const read = input.truth === null ? MEANING_DRAWN : MEANING;
  painter.font = font(theme, 0.94);
  painter.fillStyle = theme.muted;
  painter.textAlign = "center";
  painter.textBaseline = "middle";
  const whole = `${read} ${SENT}`;
  const fits = painter.measureText(whole).width < width - 8;
  if (fits) painter.fillText(whole, width / 2, height - FOOT / 2 + 4);
  else for (const [i, line] of [read, SENT].entries()) painter.fillText(line, width / 2, height - FOOT + 11 + 15 * i);
}
