// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.process.ProcessAccess;
import java.time.Duration;

/** A link that passes every call on. */
public abstract class ForwardingLink implements FaultLink {

    private final FaultLink to;

    /**
     * Creates the decorator.
     *
     * @param to the link to pass calls on to
     */
    public ForwardingLink(FaultLink to) {
        this.to = to;
    }

    @Override
    public LockBackend openBackend() {
        return to.openBackend();
    }

    @Override
    public ProcessAccess processes() {
        return to.processes();
    }

    @Override
    public Duration replyTimeout() {
        return to.replyTimeout();
    }

    @Override
    public MessageGate holdRequest(RequestKind step, int position) {
        return to.holdRequest(step, position);
    }

    @Override
    public MessageGate holdReply(RequestKind step, int position) {
        return to.holdReply(step, position);
    }

    @Override
    public MessageGate holdLookReply() {
        return to.holdLookReply();
    }

    @Override
    public MessageGate dropReply(RequestKind step, int position) {
        return to.dropReply(step, position);
    }

    @Override
    public MessageGate cutRequest(RequestKind step, int position) {
        return to.cutRequest(step, position);
    }

    @Override
    public void delayReplies(Duration latency) {
        to.delayReplies(latency);
    }

    @Override
    public void cut() {
        to.cut();
    }

    @Override
    public void blackhole() {
        to.blackhole();
    }

    @Override
    public void heal() {
        to.heal();
    }

    @Override
    public void close() {
        to.close();
    }
}
