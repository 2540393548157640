// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Deadline;
import io.grpc.MethodDescriptor;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which calls end by themselves. */
class StepDeadlinesTest {

    private static final Duration LIMIT = Duration.ofMinutes(10);

    private @Nullable Deadline given;

    private void call(String method) {
        Bytes bytes = new Bytes();
        MethodDescriptor<InputStream, InputStream> descriptor = MethodDescriptor.newBuilder(bytes, bytes)
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(method)
                .build();
        assertThatThrownBy(
                        () -> new StepDeadlines(LIMIT).interceptCall(descriptor, CallOptions.DEFAULT, new Recording()))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"etcdserverpb.KV/Txn", "etcdserverpb.Lease/LeaseGrant", "etcdserverpb.Lease/LeaseKeepAlive"})
    void a_call_ends_with_the_limit(String method) {
        call(method);
        assertThat(given).isNotNull();
        assertThat(given.timeRemaining(TimeUnit.SECONDS)).isBetween(0L, LIMIT.toSeconds());
    }

    @Test
    void a_watch_has_no_end() {
        call("etcdserverpb.Watch/Watch");
        assertThat(given).isNull();
    }

    private final class Recording extends Channel {

        @Override
        public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
            given = options.getDeadline();
            throw new UnsupportedOperationException("no call is made");
        }

        @Override
        public String authority() {
            return "e1:2379";
        }
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<InputStream> {

        @Override
        public InputStream stream(InputStream value) {
            return value;
        }

        @Override
        public InputStream parse(InputStream stream) {
            return stream;
        }
    }
}
