'use strict';
// The page's data, and the formatting of its numbers. Numbers of calls beyond 2^53 are
// strings of digits.

const content = JSON.parse(document.getElementById('content').textContent);
const NONE = -1;

const inSeconds = content.dimension === 'seconds';
/** Whether the times of the page are those, and no other cost. */
const isTime = inSeconds || !content.dimension;
/** The cost in titles, and its unit behind numbers. */
const costWord = isTime ? 'time' : content.dimension;
const costUnit = isTime ? 's' : content.dimension;
const digits = Math.min(6, Math.max(2, Math.ceil(Math.log10(content.rate || 1))));
// A unit of several samples has parts; one sample is not 0.00.
const costDigits = content.rate > 100 ? 3 : content.rate > 1 ? 2 : 0;

function showTime(time) {
  return isTime ? time.toFixed(digits) : showNumber(time, costDigits);
}

function showPercent(part, whole) {
  return whole > 0 ? (100 * part / whole).toFixed(1) : '0.0';
}

/** A time of the process's clocks. */
function showSeconds(time) {
  return time.toFixed(isTime ? digits : 2);
}

/** A number with digits behind the point, and with groups in front of it. */
function showNumber(number, decimals) {
  const [whole, fraction] = number.toFixed(decimals).split('.');
  return fraction ? `${showCount(whole)}.${fraction}` : showCount(whole);
}

/** A number of calls, in groups of three digits. */
function showCount(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** A short time, such as that of one call. */
function showShortTime(time) {
  if (!(time > 0) || !Number.isFinite(time))
    return '';
  if (!isTime)
    return showNumber(time, Number.isInteger(time) ? 0 : 2);
  if (!inSeconds)
    return time.toPrecision(3);
  const units = [[1, 's'], [1e-3, 'ms'], [1e-6, 'µs'], [1e-9, 'ns']];
  const [scale, name] = units.find(([scale]) => time >= scale) || [1e-12, 'ps'];
  const value = time / scale;
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${name}`;
}

function baseName(path) {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** "file.c:12" for the index of a path, "file.c" without a line, or an empty text. */
function placeText(path, line) {
  return path === NONE ? '' : `${baseName(content.paths[path])}${line ? `:${line}` : ''}`;
}
