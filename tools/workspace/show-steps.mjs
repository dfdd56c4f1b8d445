/**
 * Shows the steps of a build as they end, each with its time; in a terminal also the duration of the current one.
 *
 * Writes to standard error: the standard output of the program that starts next may belong to the protocol.
 */

const redrawMs = 100;
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/**
 * @typedef {object} ShownSteps
 * @property {(text: string) => void} begin shows the current step
 * @property {(text: string, seconds: number) => void} end
 * @property {() => void} close
 */

/**
 * @param {NodeJS.WritableStream & { isTTY?: boolean, columns?: number }} stream
 * @returns {ShownSteps}
 */
export function showSteps(stream) {
  const startedAt = performance.now();
  let current = '';
  let frame = 0;
  const erase = () => void (stream.isTTY && stream.write('\r\u001b[2K'));
  const draw = () => {
    if (current === '') return;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    const text = `${frames[(frame += 1) % frames.length]} ${current} … ${seconds} s`;
    stream.write(`\r\u001b[2K${text.slice(0, (stream.columns ?? 80) - 1)}`);
  };
  const timer = stream.isTTY ? setInterval(draw, redrawMs) : undefined;
  return {
    begin(text) {
      current = text;
      if (stream.isTTY) draw();
      else stream.write(`${text} …\n`);
    },
    end(text, seconds) {
      erase();
      stream.write(`  ${text.padEnd(32)} ${seconds.toFixed(1).padStart(5)} s\n`);
    },
    close() {
      clearInterval(timer);
      erase();
    },
  };
}
