// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.StandaloneContext;
import dev.interlock.tck.hosted.BackendHost;
import dev.interlock.tck.process.ClientSource;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A link whose backends are broken. */
record MutantLink(FaultLink to, UnaryOperator<LockBackend> backends) implements FaultLink {

    @Override
    public LockBackend openBackend() {
        return backends.apply(to.openBackend());
    }

    @Override
    public ClientSource processes() {
        return BackendHost.start(this::openBackend, StandaloneContext::new).clients();
    }

    @Override
    public Duration replyTimeout() {
        return to.replyTimeout();
    }

    @Override
    public MessageGate holdRequest(RequestKind step) {
        return to.holdRequest(step);
    }

    @Override
    public MessageGate holdReply(RequestKind step) {
        return to.holdReply(step);
    }

    @Override
    public void dropReply(RequestKind step) {
        to.dropReply(step);
    }

    @Override
    public void cutRequest(RequestKind step) {
        to.cutRequest(step);
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
