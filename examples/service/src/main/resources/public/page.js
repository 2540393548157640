// Asks each instance once a second what it holds, what it waits for and what is in the database, and shows it.
'use strict';

const PERIOD_MILLIS = 1000;
const AT_ONCE = 100;
const page = Math.random().toString(36).slice(2);
let instances = [{uri: '', name: 'this one'}];
let paused = false;
let sends = 0;

const byId = id => document.getElementById(id);

async function ask(instance) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), PERIOD_MILLIS * 2);
  try {
    const [live, locks] = await Promise.all(['/live', '/locks'].map(path =>
      fetch(instance.uri + path, {signal: abort.signal, cache: 'no-store'})));
    return {...await live.json(), ...await locks.json(), answers: live.ok && locks.ok};
  } catch (failure) {
    return {instance: instance.name, answers: false};
  } finally {
    clearTimeout(timer);
  }
}

// The first column of a row is its heading.
function fill(id, rows) {
  const body = byId(id).tBodies[0];
  const columns = byId(id).tHead.rows[0].cells.length;
  body.replaceChildren(...(rows.length ? rows : [['none', ...Array(columns - 1).fill('')]]).map(cells => {
    const row = document.createElement('tr');
    cells.forEach((text, column) => {
      const cell = document.createElement(column ? 'td' : 'th');
      if (!column) {
        cell.scope = 'row';
      }
      cell.textContent = text;
      row.append(cell);
    });
    return row;
  }));
}

function locksOf(lives) {
  const locks = new Map();
  const of = name => locks.get(name) ?? locks.set(name, {holders: [], tokens: [], waiting: []}).get(name);
  for (const live of lives.filter(each => each.answers)) {
    live.held.forEach(hold => {
      of(hold.name).holders.push(live.instance);
      of(hold.name).tokens.push(hold.fencingToken);
    });
    live.waiting.forEach(wait => of(wait.name).waiting.push(live.instance + ': ' + wait.count));
  }
  return [...locks].sort(([a], [b]) => a < b ? -1 : 1).map(([name, lock]) =>
    [name, lock.holders.join(', '), lock.tokens.join(', '), lock.waiting.join(', ')]);
}

function show(lives) {
  fill('instances', lives.map(live => [live.instance, live.backend ?? '', live.granted ?? '', live.lost ?? '',
    live.answers ? 'yes' : 'no: stopped, killed or out of reach']));
  fill('locks', locksOf(lives));
  const books = lives.find(live => live.answers)?.books;
  if (books) {
    fill('counters', books.counters.map(row => [row.name, row.value, row.steps, row.token]));
    fill('vouchers', books.vouchers.map(row => [row.name, row.stock, row.orders, row.users]));
    fill('items', books.items.map(row => [row.name, row.stock, row.taken, row.token]));
    fill('nights', books.nights.map(row => [row.tick, row.instance, row.token]));
  }
  byId('when').textContent = 'As of ' + new Date().toLocaleTimeString();
}

// Asks and shows, again and again, whatever fails.
async function update() {
  try {
    if (!paused) {
      const lives = await Promise.all(instances.map(ask));
      lives.forEach((live, i) => instances[i].name = live.instance);
      meet(lives.find(live => live.answers)?.peers ?? []);
      show(lives);
    }
  } finally {
    setTimeout(update, PERIOD_MILLIS);
  }
}

function meet(peers) {
  const known = new Set(instances.map(instance => instance.uri));
  peers.filter(uri => uri !== location.origin && !known.has(uri)).forEach(uri => instances.push({uri, name: uri}));
}

const targets = {
  count: i => '/counters/page?request=',
  order: i => '/vouchers/page/orders?user=' + i + '&request=',
  take: i => '/items/chair/deductions?quantity=1&request=',
};

async function send(what) {
  const batch = page + '-' + what + '-' + ++sends + '-';
  const statuses = await Promise.all(Array.from({length: AT_ONCE}, async (unused, i) => {
    const instance = instances[i % instances.length];
    try {
      return (await fetch(instance.uri + targets[what](i) + batch + i, {method: 'POST'})).status;
    } catch (failure) {
      return 'no answer';
    }
  }));
  const words = {200: 'done', 409: 'refused by the rules', 503: 'not done, send again'};
  const counts = new Map();
  statuses.forEach(status => counts.set(status, (counts.get(status) ?? 0) + 1));
  return [...counts].map(([status, count]) => count + ' ' + (words[status] ?? 'unknown: ' + status)).join(', ');
}

async function whileDisabled(button, action) {
  button.disabled = true;
  byId('sent').textContent = button.textContent + ': on its way';
  try {
    byId('sent').textContent = button.textContent + ': ' + await action();
  } finally {
    button.disabled = false;
  }
}

document.querySelectorAll('[data-send]').forEach(button =>
  button.addEventListener('click', () => whileDisabled(button, () => send(button.dataset.send))));
byId('stock').addEventListener('click', event => whileDisabled(event.target, async () => {
  await fetch('/vouchers/page?stock=100', {method: 'PUT'});
  await fetch('/items/chair?stock=300', {method: 'PUT'});
  return '100 vouchers, 300 chairs';
}));
byId('pause').addEventListener('click', event => {
  paused = !paused;
  event.target.setAttribute('aria-pressed', paused);
});
update();
