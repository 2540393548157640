// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import dev.interlock.annotation.call.LockedCall;
import dev.interlock.annotation.call.LockedCalls;
import dev.interlock.annotation.call.LockedPublishers;
import dev.interlock.annotation.hold.MethodBody;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import reactor.core.publisher.Mono;

/** Calls of methods that return a stream: a {@link Publisher}, or a type that Spring adapts to one. Thread-safe. */
final class StreamCalls {

    private final LockedPublishers publishers;

    StreamCalls(LockedCalls calls) {
        this.publishers = new LockedPublishers(calls, stream -> stream);
    }

    /** Returns a stream of the method's type. Each subscription acquires the locks. */
    Object run(LockedCall call, Class<?> returned, MethodBody<@Nullable Object, Throwable> method) {
        ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(returned);
        if (adapter == null) {
            throw new IllegalStateException(returned + " is no stream");
        }
        boolean single = !adapter.isMultiValue();
        Publisher<?> locked;
        try {
            locked = publishers.run(call, single, () -> adapter.toPublisher(method.run()));
        } catch (IllegalStateException e) {
            locked = Mono.error(e);
        }
        return adapter.fromPublisher(locked);
    }
}
