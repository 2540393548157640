// Draws the last minute of the instances: a lane for each, and the notable events in words.

const SPAN_MILLIS = 60000;
const LANE = 90;
const TOP = 22;
const BAR = 22;
const NAME = 36;
const LABEL = 90;
const MOST_BARS = 400;
const MOST_TOLD = 8;
const SVG = 'http://www.w3.org/2000/svg';
const runs = new Map();
const toldOf = new Map();

// A restarted instance begins with an empty lane: the data of its former run is kept for a minute.
export function remember(live) {
  runs.set(live.instance + '/' + live.started, live);
  for (const [key, run] of runs) {
    if (run.instance === live.instance && run.started < live.started) {
      run.over ??= live.started;
      if (run.now < live.now - SPAN_MILLIS) {
        runs.delete(key);
      }
    }
  }
}

// Latest first.
export const locksSeen = () => [...new Set([...runs.values()].flatMap(run => [...run.holds, ...run.waits])
  .sort((a, b) => b.from - a.from).map(each => each.lock))];

function element(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  if (text) {
    made.append(text);
  }
  return made;
}

const titled = (shape, text) => {
  shape.append(element('title', {}, text));
  return shape;
};

const clock = millis => new Date(millis).toLocaleTimeString();

function drawOutages(name, y, outages, scale) {
  return outages.flatMap(each => [
    titled(element('rect', {class: each.kind, x: scale.x(each.from), y: y + TOP - 4, width: scale.wide(each.from, each.to ?? scale.now),
      height: LANE - TOP - 4}), name + ' ' + each.kind + ' from ' + clock(each.from)),
    element('text', {x: Math.min(scale.x(each.from) + 3, scale.width - 45), y: y + LANE - 13}, each.kind)]);
}

function drawHold(name, y, hold, scale) {
  const bar = scale.wide(hold.from, hold.until);
  const shapes = [titled(element('rect', {class: 'held', x: scale.x(hold.from), y: y + TOP + 5, width: Math.max(1.5, bar - 1),
    height: BAR, rx: 2}), name + ' held ' + hold.lock + ' with token ' + hold.token + ', ' + (hold.end ?? 'still'))];
  if (bar > 46) {
    shapes.push(element('text', {class: 'token', x: scale.x(hold.from) + 4, y: y + TOP + 20}, '…' + hold.token.slice(-4)));
  }
  if (hold.wrote >= scale.begin) {
    shapes.push(titled(element('circle', {class: 'wrote', cx: scale.x(hold.wrote), cy: y + TOP + BAR + 12, r: 3}),
      name + ' wrote with token ' + hold.token));
  }
  return shapes;
}

function drawRefusal(name, y, hold, scale) {
  const at = Math.max(6, Math.min(scale.width - 6, scale.x(hold.refused)));
  return [
    titled(element('path', {class: 'refused', d: `M${at - 5} ${y + TOP + BAR + 7}l10 10m0 -10l-10 10`}),
      name + ' was refused with token ' + hold.token),
    element('text', {class: 'alarm', 'text-anchor': at < LABEL ? 'start' : 'end', x: at < LABEL ? Math.max(at, NAME) : at,
      y: y + 14}, 'refused')];
}

// The spans of one instance and lock in the last minute; the kill of a process ends its open spans.
function shown(kind, name, lock, outages, scale) {
  const kills = outages.filter(each => each.kind === 'killed').map(each => each.from);
  return [...runs.values()].filter(run => run.instance === name)
    .flatMap(run => run[kind].map(each => ({...each, over: run.over})))
    .filter(each => (!lock || each.lock === lock) && (each.to ?? scale.now) >= scale.begin)
    .map(each => ({...each, until: Math.min(each.to ?? scale.now, each.over ?? scale.now, ...kills.filter(at => at >= each.from))}))
    .slice(-MOST_BARS);
}

function scaleOf(width, outages) {
  const now = Math.max(...[...runs.values()].map(run => run.now), ...outages.map(each => each.to ?? each.from));
  const begin = now - SPAN_MILLIS;
  const x = at => Math.max(0, Math.min(width, (at - begin) / SPAN_MILLIS * width));
  return {now, begin, width, x, wide: (from, to) => Math.max(1.5, x(to) - x(from))};
}

export function draw(svg, lock, outages) {
  if (!runs.size) {
    return;
  }
  const names = [...new Set([...runs.values()].map(run => run.instance))].sort();
  const scale = scaleOf(svg.clientWidth, outages);
  const shapes = [];
  const said = [];
  names.forEach((name, index) => {
    const y = index * LANE;
    const own = outages.filter(each => each.instance === name && (each.to ?? scale.now) >= scale.begin);
    const holds = shown('holds', name, lock, own, scale);
    const refused = holds.filter(hold => hold.refused >= scale.begin);
    shapes.push(
      ...drawOutages(name, y, own, scale),
      element('text', {class: 'name', x: 0, y: y + 14}, name),
      ...shown('waits', name, lock, own, scale).map(wait => titled(element('rect', {class: 'waited', x: scale.x(wait.from),
        y: y + TOP, width: scale.wide(wait.from, wait.until), height: 3}), name + ' waited for ' + wait.lock)),
      ...holds.flatMap(hold => drawHold(name, y, hold, scale)),
      ...refused.flatMap(hold => drawRefusal(name, y, hold, scale)),
      element('line', {class: 'edge', x1: 0, x2: scale.width, y1: y + LANE - 3, y2: y + LANE - 3}));
    said.push(`${name}: held ${holds.length} times, ${holds.filter(hold => hold.wrote).length} wrote, ${refused.length} refused`);
  });
  const bottom = names.length * LANE + 14;
  for (const seconds of scale.width < 480 ? [60, 30, 0] : [60, 45, 30, 15, 0]) {
    shapes.push(element('text', {x: scale.x(scale.now - seconds * 1000), y: bottom,
      'text-anchor': {60: 'start', 0: 'end'}[seconds] ?? 'middle'}, seconds ? seconds + ' s ago' : 'now'));
  }
  svg.setAttribute('height', bottom + 6);
  svg.setAttribute('aria-label', `Timeline of ${lock || 'all locks'}, the last minute. ${said.join('. ')}.`);
  svg.replaceChildren(...shapes);
}

// The events that led to a refusal, one line each: paused or killed, the next holder with its higher token, the refused write.
function happenings(outages) {
  const told = outages.flatMap(each => [
    {at: each.from, key: each.instance + each.kind + each.from,
      text: each.instance + (each.kind === 'paused' ? ' was paused (SIGSTOP)' : ' was killed (SIGKILL)')},
    ...each.to ? [{at: each.to, key: each.instance + each.kind + each.to,
      text: each.instance + (each.kind === 'paused' ? ' runs again (SIGCONT)' : ' serves again, as a new process')}] : []]);
  const all = [...runs.values()].flatMap(run => run.holds.map(hold => ({...hold, instance: run.instance})));
  all.filter(hold => hold.refused).forEach(late => {
    told.push({at: late.refused, key: late.lock + late.token, refusal: true,
      text: `${late.instance} tried to write ${late.lock} with token ${late.token}: refused by the database`});
    const next = all.filter(hold => hold.lock === late.lock && hold.instance !== late.instance
      && BigInt(hold.token) > BigInt(late.token)).sort((a, b) => a.from - b.from)[0];
    if (next) {
      told.push({at: next.from, key: next.lock + next.token,
        text: `${next.instance} was granted ${next.lock}, with the higher token ${next.token}`});
    }
  });
  return told;
}

export function tell(list, outages) {
  happenings(outages).forEach(each => toldOf.set(each.key, each));
  const latest = [...toldOf.values()].sort((a, b) => b.at - a.at).slice(0, MOST_TOLD);
  [...toldOf.keys()].filter(key => !latest.includes(toldOf.get(key))).forEach(key => toldOf.delete(key));
  const known = new Map([...list.children].map(line => [line.dataset.key, line]));
  list.replaceChildren(...latest.map(each => known.get(each.key) ?? line(each)));
}

function line({at, key, text, refusal}) {
  const made = document.createElement('li');
  made.dataset.key = key;
  const time = document.createElement('time');
  time.dateTime = new Date(at).toISOString();
  time.textContent = clock(at);
  made.classList.toggle('refusal', Boolean(refusal));
  made.append(time, ' ' + text);
  return made;
}
