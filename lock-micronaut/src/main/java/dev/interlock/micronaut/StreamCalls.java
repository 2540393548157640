// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.annotation.call.LockedCall;
import dev.interlock.annotation.call.LockedCalls;
import dev.interlock.annotation.call.LockedPublishers;
import dev.interlock.annotation.hold.MethodBody;
import io.micronaut.context.annotation.Requires;
import io.micronaut.core.async.propagation.ReactorPropagation;
import io.micronaut.core.propagation.PropagatedContext;
import jakarta.inject.Singleton;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/** Calls of methods that return a {@link Publisher}, in Micronaut's context. Thread-safe. */
@Singleton
@Requires(classes = {Flux.class, ReactorPropagation.class})
final class StreamCalls {

    private final LockedPublishers publishers;

    StreamCalls(LockedCalls calls) {
        this.publishers = new LockedPublishers(
                calls, stream -> ReactorPropagation.addPropagatedContext(stream, PropagatedContext.getOrEmpty()));
    }

    /** As {@link LockedPublishers#run}. */
    Publisher<?> run(LockedCall call, boolean single, MethodBody<Publisher<?>, RuntimeException> method) {
        return publishers.run(call, single, method);
    }
}
