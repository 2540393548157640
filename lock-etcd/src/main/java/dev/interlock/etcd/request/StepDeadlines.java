// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.request;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Gives every call a deadline except watches. Without one, a call that finds no connection waits for it without end, and
 * is executed when its caller has long given up.
 *
 * @param limit of each call
 */
record StepDeadlines(Duration limit) implements ClientInterceptor {

    private static final String WATCH = "Watch";

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        boolean watch = Objects.equals(method.getBareMethodName(), WATCH);
        return next.newCall(method, watch ? options : options.withDeadlineAfter(limit.toNanos(), TimeUnit.NANOSECONDS));
    }
}
