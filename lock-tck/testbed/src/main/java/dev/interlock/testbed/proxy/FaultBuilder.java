// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

import dev.interlock.testbed.wire.Message;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Builds a fault for the requests that match: nothing happens until one of the methods that return a {@link Gate} is
 * called. By default the fault hits the next matching request and no other. Requests count in the order they reach the
 * proxy, over all connections. Immutable and safe for use by many threads.
 */
public final class FaultBuilder {

    private final FaultQueue faults;
    private final Predicate<Message> matcher;
    private final long skip;
    private final long times;

    FaultBuilder(FaultQueue faults, Predicate<Message> matcher, long skip, long times) {
        this.faults = faults;
        this.matcher = matcher;
        this.skip = skip;
        this.times = times;
    }

    /** Lets the first {@code count} matching requests pass: {@code skip(k - 1)} is for the k-th. */
    public FaultBuilder skip(long count) {
        return new FaultBuilder(faults, matcher, notNegative("count", count), times);
    }

    /** Hits this many matching requests instead of one. */
    public FaultBuilder times(long count) {
        return new FaultBuilder(faults, matcher, skip, notNegative("count", count));
    }

    /** Hits all matching requests until the proxy is healed. */
    public FaultBuilder always() {
        return times(Long.MAX_VALUE);
    }

    /** Holds the request before the server sees it. Later requests of its connection queue behind it. */
    public Gate holdRequest() {
        return add("hold request", Fault.HoldRequest::new);
    }

    /** Lets the server execute the request and holds its reply. Later replies of that connection queue behind it. */
    public Gate holdReply() {
        return add("hold reply", gate -> new Fault.HoldReply(gate, 0));
    }

    /** Passes the first {@code bytes} of the reply and holds the rest. */
    public Gate splitReply(int bytes) {
        notNegative("bytes", bytes);
        return add("split reply", gate -> new Fault.HoldReply(gate, bytes));
    }

    /** Keeps the request from the server, then ends the connection. */
    public Gate dropRequest(ConnectionEnding ending) {
        return addOpen("drop request, " + ending, gate -> new Fault.DropRequest(gate, ending));
    }

    /** Lets the server execute the request, keeps its reply from the client, then ends the connection. */
    public Gate dropReply(ConnectionEnding ending) {
        return addOpen("drop reply, " + ending, gate -> new Fault.DropReply(gate, 0, ending));
    }

    /** Passes the first {@code bytes} of the reply, then ends the connection. */
    public Gate truncateReply(int bytes, ConnectionEnding ending) {
        notNegative("bytes", bytes);
        return addOpen("truncate reply, " + ending, gate -> new Fault.DropReply(gate, bytes, ending));
    }

    /**
     * Delays the request, its reply, or both, by this process's monotonic clock. Messages of one connection wait in
     * line, so the delays of pipelined requests add up.
     */
    public Gate delay(Duration request, Duration reply) {
        notNegative("request delay in ms", request.toMillis());
        notNegative("reply delay in ms", reply.toMillis());
        return addOpen("delay", gate -> new Fault.Delay(gate, request, reply));
    }

    /**
     * Lets no reply arrive sooner than this after its request, as over a long distance: pipelined requests wait
     * together. The server executes them at once.
     */
    public Gate latency(Duration latency) {
        notNegative("latency in ms", latency.toMillis());
        return addOpen("latency", gate -> new Fault.Latency(gate, latency, 0));
    }

    private Gate addOpen(String name, Function<Gate, Fault> fault) {
        Gate gate = add(name, fault);
        gate.open();
        return gate;
    }

    private Gate add(String name, Function<Gate, Fault> fault) {
        Gate gate = new Gate(name);
        faults.add(matcher, skip, times, fault.apply(gate), gate);
        return gate;
    }

    private static long notNegative(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " must be >= 0 but was " + value);
        }
        return value;
    }
}
