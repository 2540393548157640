// SPDX-License-Identifier: Apache-2.0
package dev.interlock.reactor.docs;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The application's own repository. */
interface Orders {

    Mono<String> pay(long id, long fencingToken);

    Flux<String> lines(long id);

    Mono<Void> report(long fencingToken);
}
