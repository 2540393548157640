// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.locked;

import dev.interlock.annotation.call.LockedCall;
import dev.interlock.annotation.call.LockedCalls;
import dev.interlock.annotation.call.LockedPublishers;
import dev.interlock.annotation.hold.MethodBody;
import io.smallrye.mutiny.Multi;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Calls of methods that return a stream. Only with Reactor on the class path, which the build checks. Thread-safe. */
final class StreamCalls {

    private final LockedPublishers publishers;

    StreamCalls(LockedCalls calls) {
        this.publishers = new LockedPublishers(calls, stream -> stream);
    }

    /** Returns a stream of the method's type. Each subscription acquires the locks. */
    Object run(LockedCall call, Class<?> returned, MethodBody<@Nullable Object, ?> method) {
        Publisher<?> locked;
        try {
            locked = publishers.run(call, returned == Mono.class, () -> publisher(method.run()));
        } catch (IllegalStateException e) {
            locked = Mono.error(e);
        }
        if (returned == Multi.class) {
            return Multi.createFrom().publisher(FlowAdapters.toFlowPublisher(locked));
        }
        return returned == Flux.class ? Flux.from(locked) : returned == Mono.class ? Mono.from(locked) : locked;
    }

    private static Publisher<?> publisher(@Nullable Object stream) {
        Object made = Objects.requireNonNull(stream, "the method returned null instead of a stream");
        return made instanceof Multi<?> multi ? FlowAdapters.toPublisher(multi) : (Publisher<?>) made;
    }
}
