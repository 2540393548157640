// SPDX-License-Identifier: Apache-2.0
package dev.interlock.reactor.docs;

import dev.interlock.LockClient;
import dev.interlock.reactor.ReactiveLock;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

final class Payments {

    private final LockClient client;
    private final Orders orders;

    Payments(LockClient client, Orders orders) {
        this.client = client;
        this.orders = orders;
    }

    /** The receipt arrives after the release. */
    Mono<String> pay(long id) {
        return ReactiveLock.of(client.lock("orders/" + id)).withLock(handle -> orders.pay(id, handle.fencingToken()));
    }

    /** The lines arrive while the lock is held. */
    Flux<String> lines(long id) {
        return ReactiveLock.of(client.lock("orders/" + id)).withLockMany(handle -> orders.lines(id));
    }

    /** False if another instance is at it. */
    Mono<Boolean> report() {
        return ReactiveLock.of(client.lock("report")).runIfFree(handle -> orders.report(handle.fencingToken()));
    }
}
