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
/** The title of a column with costs. Shares have %. */
const costTitle = (what) => isTime ? `${what} s` : what;
const digits = Math.min(6, Math.max(2, Math.ceil(Math.log10(content.rate || 1))));
// A unit of several samples has parts; one sample is not 0.00.
const costDigits = content.rate > 100 ? 3 : content.rate > 1 ? 2 : 0;

/**
 * A quotient with digits behind the point. A half is rounded away from 0: also one that the errors
 * of computing have made less, by a part that is too small for a difference of samples.
 */
function showQuotient(number, divisor, decimals) {
  const scaled = Math.abs(number) * 10 ** decimals / divisor;
  const whole = Math.floor(scaled);
  const isUp = scaled - whole >= 0.5 - Math.min(1e-3, scaled * 1e-11);
  const text = ((isUp ? whole + 1 : whole) / 10 ** decimals).toFixed(decimals);
  return number < 0 && Number(text) ? `-${text}` : text;
}

function showFixed(number, decimals) {
  return showQuotient(number, 1, decimals);
}

function showTime(time) {
  return isTime ? showFixed(time, digits) : showNumber(time, costDigits);
}

function showPercent(part, whole) {
  return whole > 0 ? showQuotient(100 * part, whole, 1) : '0.0';
}

/** A time of the process's clocks. */
function showSeconds(time) {
  return showFixed(time, isTime ? digits : 2);
}

/** A number with digits behind the point, and with groups in front of it. */
function showNumber(number, decimals) {
  const [whole, fraction] = showFixed(number, decimals).split('.');
  return fraction ? `${showCount(whole)}.${fraction}` : showCount(whole);
}

/** A number of calls, in groups of three digits. */
function showCount(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** "49.1 M" */
function showRoundCount(count) {
  const units = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k']];
  const [scale, name] = units.find(([scale]) => count >= 0.9995 * scale) || [1, ''];
  return name ? `${showPrecise(count / scale)} ${name}` : String(count);
}

/** The count of a line, as exact as the column is wide. */
function showLineCount(count) {
  const whole = showCount(count);
  return narrow.matches && whole.length > 9 ? showRoundCount(Number(count)) : whole;
}

/** A short time, such as that of one call. */
function showShortTime(time) {
  if (!(time > 0) || !Number.isFinite(time))
    return '';
  if (!isTime)
    return showNumber(time, Number.isInteger(time) ? 0 : 2);
  if (!inSeconds)
    return showPrecise(time);
  const units = [[1, 's'], [1e-3, 'ms'], [1e-6, 'µs'], [1e-9, 'ns']];
  const [scale, name] = units.find(([scale]) => time >= scale) || [1e-12, 'ps'];
  const value = time / scale;
  return `${showPrecise(value)} ${name}`;
}

/** A number with three digits, or with all in front of the point. */
function showPrecise(number) {
  const rounded = number / 0.9995 * (1 + 1e-11); // 9.995 becomes 10.0
  return showFixed(number, Math.max(0, 2 - Math.floor(Math.log10(rounded))));
}

function baseName(path) {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A path without the detours by which compilers find headers, such as "a/../". */
function straightPath(path) {
  let straight = path;
  for (let before; before !== straight;) {
    before = straight;
    straight = straight.replace(/(^|\/)(?!\.\.?\/)[^/]+\/\.\.\//, '$1').replace(/(^|\/)\.\//, '$1');
  }
  return straight;
}

/** "file.c:12" for the index of a path, "file.c" without a line, or an empty text. */
function placeText(path, line) {
  return path === NONE ? '' : `${baseName(content.paths[path])}${line ? `:${line}` : ''}`;
}
