// The processes, with buttons if the process that started them lets the page pause and kill them.

const WAIT_MILLIS = 3000;
const LOOK_MILLIS = 20;
const ORDERS = {running: ['pause', 'kill'], paused: ['resume', 'kill'], killed: ['start'], starting: []};
const WORDS = {pause: 'Pause', resume: 'Resume', kill: 'Kill', start: 'Start again'};
let controls = '';
let known = {processes: [], outages: [], pauseSeconds: 0};
let asking = Promise.resolve();

export const outages = () => known.outages;
export const offered = () => Boolean(controls);
export const stateOf = name => known.processes.find(each => each.name === name)?.state;
export const pidOf = name => known.processes.find(each => each.name === name)?.pid;

export function controlledBy(uri) {
  controls = uri;
}

export async function lookAgain() {
  if (controls) {
    try {
      known = await (await fetch(controls + '/processes', {cache: 'no-store'})).json();
    } catch (failure) {
      controls = '';
    }
  }
}

// Polling and stopping instances wait for each other: otherwise the page would poll a process that is just being killed.
export function inTurn(action) {
  const turn = asking.then(action);
  asking = turn.catch(() => {});
  return turn;
}

async function send(name, what) {
  known = await (await fetch(`${controls}/processes/${encodeURIComponent(name)}/${what}`, {method: 'POST'})).json();
}

export function fillButtons(place, name, done) {
  const orders = offered() ? ORDERS[stateOf(name)] ?? [] : [];
  const shown = [...place.children].map(button => button.dataset.order);
  if (shown.join() === orders.join()) {
    return;
  }
  const focused = place.contains(document.activeElement);
  place.replaceChildren(...orders.map(what => {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.order = what;
    button.textContent = WORDS[what];
    button.setAttribute('aria-label', WORDS[what] + ' instance ' + name);
    button.addEventListener('click', async () => {
      button.disabled = true;
      await inTurn(() => send(name, what)).finally(done);
    });
    return button;
  }));
  if (focused) {
    (place.querySelector('button') ?? place).focus();
  }
}

// Pauses a new holder of that lock in the middle of its work, so that it wakes up late; an older holder may be about to release.
export const pauseHolder = (holderNow, begin) => inTurn(async () => {
  const limit = performance.now() + WAIT_MILLIS;
  const former = await holderNow();
  if (!former) {
    begin();
  }
  let holder = former;
  while ((!holder || holder.token === former?.token) && performance.now() < limit) {
    await new Promise(done => setTimeout(done, LOOK_MILLIS));
    holder = await holderNow();
  }
  if (!holder) {
    return 'no instance holds it';
  }
  await send(holder.instance, 'pause');
  return `${holder.instance} is paused for ${known.pauseSeconds} s, longer than its lease; it holds token ${holder.token}`;
});
