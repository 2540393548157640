// Polls each instance once a second for its holds, its waits and the database's content, and shows them.
import {draw, locksSeen, remember, tell} from './timeline.js';
import * as processes from './processes.js';

const PERIOD_MILLIS = 1000;
const FIRST_LOCK = 'counter-page';
const MOST_LOCKS = 30;
const SENDERS = 4;
const page = Math.random().toString(36).slice(2);
const instances = [{uri: '', name: 'this one', refused: 0, refusedBefore: 0}];
let paused = false;
let sends = 0;

const byId = id => document.getElementById(id);
const runs = instance => ['running', undefined].includes(processes.stateOf(instance.name));

async function get(instance, paths) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), PERIOD_MILLIS * 2);
  try {
    const answers = await Promise.all(paths.map(path =>
      fetch(instance.uri + path, {signal: abort.signal, cache: 'no-store'})));
    return Object.assign({answers: answers.every(each => each.ok)}, ...await Promise.all(answers.map(each => each.json())));
  } catch (failure) {
    return {instance: instance.name, answers: false};
  } finally {
    clearTimeout(timer);
  }
}

async function ask(instance) {
  const live = runs(instance) ? await get(instance, ['/live', '/locks']) : {answers: false};
  instance.name = live.instance ?? instance.name;
  if (live.answers) {
    // A new process counts from zero.
    instance.refusedBefore += instance.started < live.started ? instance.refused : 0;
    instance.started = live.started;
    instance.refused = live.refused;
    instance.live = live;
    remember(live);
  }
  instance.answers = live.answers;
  return live;
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

const refusedOf = instance => instance.refusedBefore + instance.refused;

function showCard(instance) {
  let card = [...byId('instances').children].find(each => each.dataset.uri === instance.uri);
  if (!card) {
    card = document.createElement('article');
    card.className = 'card';
    card.dataset.uri = instance.uri;
    card.innerHTML = '<header><h3></h3><span></span></header><dl></dl><div class="buttons" tabindex="-1"></div>';
    byId('instances').append(card);
  }
  const state = processes.stateOf(instance.name) ?? 'running';
  card.dataset.instance = instance.name;
  card.dataset.state = state === 'running' && !instance.answers ? 'silent' : state;
  card.querySelector('h3').textContent = instance.name;
  const pid = processes.pidOf(instance.name);
  card.querySelector('span').textContent = (card.dataset.state === 'silent'
    ? 'no answer: stopped, killed or out of reach' : state) + (pid ? ', process ' + pid : '');
  const {backend = '', granted = '', lost = ''} = instance.live ?? {};
  const facts = {'Lock store': backend, 'Locks granted': granted, 'Holds lost': lost, 'Writes refused': refusedOf(instance)};
  card.querySelector('dl').replaceChildren(...Object.entries(facts).map(([name, value]) => {
    const pair = document.createElement('div');
    const term = document.createElement('dt');
    const fact = document.createElement('dd');
    term.textContent = name;
    fact.textContent = value;
    fact.classList.toggle('refused-count', name === 'Writes refused');
    pair.append(term, fact);
    return pair;
  }));
  processes.fillButtons(card.querySelector('.buttons'), instance.name, showInstances);
}

function showInstances() {
  instances.forEach(showCard);
  byId('pause-holder').hidden = !processes.offered();
  const refused = instances.reduce((sum, each) => sum + refusedOf(each), 0);
  byId('refusals').textContent = refused + (refused === 1 ? ' late write refused' : ' late writes refused');
  byId('refusals').classList.toggle('some', refused > 0);
  showTimeline();
}

// An open list does not change; otherwise it offers the locks of the last minute, latest first.
function offerLocks() {
  const choice = byId('lock');
  const names = [...new Set([FIRST_LOCK, choice.value, ...locksSeen()])].filter(Boolean).slice(0, MOST_LOCKS);
  if (document.activeElement !== choice && names.join() !== [...choice.options].slice(0, -1).map(each => each.value).join()) {
    const chosen = choice.value;
    choice.replaceChildren(...names.map(name => new Option(name)), new Option('all locks', ''));
    choice.value = chosen;
  }
}

function showTimeline() {
  const choice = byId('lock');
  offerLocks();
  draw(byId('timeline'), choice.value, processes.outages());
  tell(byId('story'), processes.outages());
}

function show(lives) {
  showInstances();
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

// Polls and shows repeatedly, even after failures.
async function update() {
  try {
    if (!paused) {
      const lives = await processes.inTurn(async () => {
        await processes.lookAgain();
        return Promise.all(instances.map(ask));
      });
      const live = lives.find(each => each.answers);
      if (live) {
        meet(live.peers);
        processes.controlledBy(live.controls);
      }
      show(lives);
    }
  } finally {
    setTimeout(update, PERIOD_MILLIS);
  }
}

// This instance is among its peers, perhaps by the other name of this machine.
function meet(peers) {
  const here = location.origin.replace('//localhost:', '//127.0.0.1:');
  const known = new Set(instances.map(instance => instance.uri));
  peers.filter(uri => ![location.origin, here].includes(uri) && !known.has(uri))
    .forEach(uri => instances.push({uri, name: uri, refused: 0, refusedBefore: 0}));
}

const targets = {
  count: {times: 20, path: i => '/counters/page?request='},
  order: {times: 100, path: i => '/vouchers/page/orders?user=' + i + '&request='},
  take: {times: 100, path: i => '/items/chair/deductions?quantity=1&request='},
};

// A browser opens six connections to a server: some stay free for the polls once a second.
async function send(what) {
  const {times, path} = targets[what];
  const batch = page + '-' + what + '-' + ++sends + '-';
  const statuses = [];
  let next = 0;
  const sender = async instance => {
    while (next < times && runs(instance)) {
      const i = next++;
      try {
        statuses.push((await fetch(instance.uri + path(i) + batch + i, {method: 'POST'})).status);
      } catch (failure) {
        statuses.push('no answer');
        return;
      }
    }
  };
  await Promise.all(instances.flatMap(instance => Array.from({length: SENDERS}, () => sender(instance))));
  const words = {200: 'done', 409: 'refused by the rules', 503: 'not done, send again', 'not sent': 'not sent'};
  const counts = new Map(next < times ? [['not sent', times - next]] : []);
  statuses.forEach(status => counts.set(status, (counts.get(status) ?? 0) + 1));
  return [...counts].map(([status, count]) => count + ' ' + (words[status] ?? 'unknown: ' + status)).join(', ');
}

async function holderNow() {
  const lives = await Promise.all(instances.filter(runs).map(instance => get(instance, ['/locks'])
    .then(locks => locks.held?.filter(hold => hold.name === FIRST_LOCK)
      .map(hold => ({instance: instance.name, token: hold.fencingToken})) ?? [])));
  return lives.flat()[0];
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
byId('pause-holder').addEventListener('click', event => whileDisabled(event.target,
  () => processes.pauseHolder(holderNow, () => send('count')).finally(showInstances)));
byId('stock').addEventListener('click', event => whileDisabled(event.target, async () => {
  await fetch('/vouchers/page?stock=100', {method: 'PUT'});
  await fetch('/items/chair?stock=300', {method: 'PUT'});
  return '100 vouchers, 300 chairs';
}));
byId('pause').addEventListener('click', event => {
  paused = !paused;
  event.target.setAttribute('aria-pressed', paused);
});
byId('lock').addEventListener('change', showTimeline);
addEventListener('resize', showTimeline);
update();
