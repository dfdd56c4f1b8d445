// @ts-check
/**
 * Draws small charts as SVG: bars of calls, lines of times, marks of swaps. Made of elements, so that nothing of a name is markup.
 */

const svgNamespace = 'http://www.w3.org/2000/svg';
const width = 600;

/**
 * @param {string} tag
 * @param {Readonly<Record<string, string | number>>} attributes
 * @param {...(SVGElement | string)} children
 * @returns {SVGElement}
 */
function shape(tag, attributes, ...children) {
  const made = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/**
 * @typedef {object} Mark
 * @property {number} at its place, from 0 to 1
 * @property {string} text
 */

/**
 * @param {{ label: string, height: number }} size with what a screen reader says
 * @param {SVGElement[]} shapes
 * @param {readonly Mark[]} [marks]
 */
function frame({ label, height }, shapes, marks = []) {
  const lines = marks.map(({ at, text }) =>
    shape('line', { x1: at * width, x2: at * width, y1: 0, y2: height, class: 'chart-mark' }, shape('title', {}, text)),
  );
  return shape(
    'svg',
    {
      viewBox: `0 0 ${width} ${height}`,
      class: 'chart',
      role: 'img',
      'aria-label': label,
      preserveAspectRatio: 'none',
    },
    ...shapes,
    ...lines,
  );
}

/**
 * Bars of calls by minute, failures at their foot.
 *
 * @param {string} label
 * @param {readonly { calls: number, failures: number, title: string }[]} minutes
 * @param {readonly Mark[]} [marks]
 */
export function barChart(label, minutes, marks = []) {
  const height = 72;
  const most = Math.max(1, ...minutes.map(({ calls }) => calls));
  const step = width / Math.max(1, minutes.length);
  const bars = minutes.flatMap(({ calls, failures, title }, index) => {
    if (calls === 0) return [];
    const tall = Math.max(1.5, (calls / most) * height);
    const failed = failures === 0 ? 0 : Math.max(1.5, (failures / most) * height);
    const x = index * step + step * 0.12;
    const wide = step * 0.76;
    return [
      shape(
        'g',
        {},
        shape('title', {}, title),
        shape('rect', { x, y: height - tall, width: wide, height: tall, class: 'chart-calls', rx: 1 }),
        ...(failed > 0
          ? [shape('rect', { x, y: height - failed, width: wide, height: failed, class: 'chart-failures', rx: 1 })]
          : []),
      ),
    ];
  });
  return frame({ label, height }, bars, marks);
}

/**
 * The ends of a scale of powers of ten that has room for these times.
 *
 * @param {readonly number[]} times in milliseconds
 */
export function timeScale(times) {
  const low = 10 ** Math.floor(Math.log10(Math.max(0.05, Math.min(1, ...times))));
  const high = 10 ** Math.ceil(Math.log10(Math.max(10, ...times)));
  return { low, high };
}

/**
 * Lines of times on a scale of powers of ten; gaps where nothing was called.
 *
 * @param {string} label
 * @param {readonly { name: string, values: readonly (number | undefined)[] }[]} lines
 * @param {readonly Mark[]} [marks]
 */
export function timeChart(label, lines, marks = []) {
  const height = 56;
  const { low, high } = timeScale(lines.flatMap(({ values }) => values.filter((value) => value !== undefined)));
  const [foot, top] = [Math.log10(low), Math.log10(high)];
  const place = (/** @type {number} */ value) =>
    height - 3 - ((Math.log10(Math.max(low, value)) - foot) / (top - foot)) * (height - 6);
  const shapes = lines.map(({ name, values }) => {
    const step = width / Math.max(1, values.length);
    let path = '';
    let isDrawing = false;
    for (const [index, value] of values.entries()) {
      if (value === undefined) {
        isDrawing = false;
        continue;
      }
      const x = (index + 0.5) * step;
      // A minute alone is a short stroke.
      path += isDrawing
        ? `L${x} ${place(value)}`
        : `M${x - step * 0.3} ${place(value)}L${x + step * 0.3} ${place(value)}`;
      isDrawing = true;
    }
    return shape('path', { d: path, class: `chart-line chart-${name}` }, shape('title', {}, name));
  });
  return frame({ label, height }, shapes, marks);
}

/**
 * @param {string} label
 * @param {readonly number[]} values
 */
export function sparkline(label, values) {
  const height = 24;
  const most = Math.max(1, ...values);
  const step = width / Math.max(1, values.length - 1);
  const points = values.map((value, index) => `${index * step},${height - 1 - (value / most) * (height - 2)}`);
  return frame({ label, height }, [shape('polyline', { points: points.join(' '), class: 'chart-line chart-spark' })]);
}
