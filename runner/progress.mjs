// How far the work is: a line that is written over in a terminal, and a line now and then in a log.

/** Seconds until the first line in a log; the pause doubles after each line, up to the second number. */
const [FIRST, LONGEST] = [30, 1_800];

const STAGES = { data: "preparing the data", optimum: "computing f*" };

/** "2 min", "3 h 20 min" */
function spoken(seconds) {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Shows the progress towards `total`, 1 where it is left out, on standard error. */
export function showProgress(total = 1) {
  const { stderr } = process;
  const begin = performance.now();
  let [done, shown, mark, preparing, part] = [0, "", FIRST, "preparing", ""];
  const clear = () => {
    if (stderr.isTTY && shown) stderr.write("\r\x1b[K");
    shown = "";
  };
  const say = () => {
    const seconds = (performance.now() - begin) / 1000;
    const share = done / total;
    const left = share > 0.01 && seconds > 3 ? `, about ${spoken((seconds * (1 - share)) / share)} left` : "";
    const words = part + (done === 0 ? preparing : `${Math.floor(100 * share)} %${left}`);
    if (stderr.isTTY) {
      const line = words.slice(0, Math.max(0, (stderr.columns ?? 80) - 1));
      if (line !== shown) stderr.write(`\r\x1b[K${line}`);
      shown = line;
    } else if (seconds >= mark) {
      mark = seconds + Math.min(seconds, LONGEST);
      stderr.write(`suda: ${words} after ${spoken(seconds)}\n`);
    }
  };
  const timer = setInterval(say, 500);
  timer.unref();
  return {
    /** What is done before the first iteration, and how far it is. */
    prepare({ stage, share }) {
      preparing = `${STAGES[stage]}, ${Math.floor(100 * share)} %`;
    },
    advance(more) {
      done += more;
    },
    /** What is being done, as the beginning of the line; `at` is how far that is from the beginning. */
    begin(what, at) {
      [part, done] = [`${what}, `, at];
    },
    /** Takes the line away, for another that is to stay. */
    clear,
    end() {
      clearInterval(timer);
      clear();
    },
  };
}
