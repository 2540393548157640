// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.integration;

import dev.interlock.Candidacy;
import dev.interlock.Election;
import dev.interlock.ElectionOptions;
import dev.interlock.Leadership;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ApplicationEventPublisherAware;
import org.springframework.context.SmartLifecycle;
import org.springframework.integration.leader.Candidate;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.event.DefaultLeaderEventPublisher;
import org.springframework.integration.leader.event.LeaderEventPublisher;

/**
 * A leader initiator of Spring Integration on an {@link Election}: it does what {@code LockRegistryLeaderInitiator} does,
 * and ends each term before its lease ends. Thread-safe.
 *
 * <pre>{@code
 * @Bean
 * InterlockLeaderInitiator leaderInitiator(LockClient client) {
 *     return new InterlockLeaderInitiator(client.election("leaders/reports"), new DefaultCandidate("one", "reports"));
 * }
 * }</pre>
 *
 * <ul>
 *   <li>It stands from {@link #start} to {@link #stop}, and calls the candidate and publishes {@code OnGrantedEvent} and
 *       {@code OnRevokedEvent}, all on the thread of the term. So a {@code SmartLifecycleRoleController} starts and stops
 *       what has the role.
 *   <li>The candidate is revoked, and the event published, before the lock is released. If both take longer than the rest
 *       of the lease, another candidate may lead by then ({@link ElectionOptions#margin()}).
 *   <li>{@code Context.yield()} abdicates. A candidate whose {@code onGranted} blocks is interrupted when the term must end.
 *   <li>A candidate waits for its turn and does not try again and again, so there is no {@code OnFailedToAcquireMutexEvent}.
 * </ul>
 */
public final class InterlockLeaderInitiator implements SmartLifecycle, DisposableBean, ApplicationEventPublisherAware {

    private final Election election;
    private final Candidate candidate;
    private final ElectionOptions options;
    private final ReentrantLock changing = new ReentrantLock();
    private volatile LeaderEventPublisher publisher = new DefaultLeaderEventPublisher();
    private volatile int phase = DEFAULT_PHASE;
    private volatile boolean autoStartup = true;
    private volatile @Nullable Candidacy candidacy;

    /**
     * Creates an initiator with {@link ElectionOptions#STANDARD}, which has yet to start.
     *
     * @param election the election; give each role one of its own
     * @param candidate the candidate
     */
    public InterlockLeaderInitiator(Election election, Candidate candidate) {
        this(election, candidate, ElectionOptions.STANDARD);
    }

    /**
     * Creates an initiator, which has yet to start.
     *
     * @param election the election; give each role one of its own
     * @param candidate the candidate
     * @param options the options of this candidate
     */
    public InterlockLeaderInitiator(Election election, Candidate candidate, ElectionOptions options) {
        this.election = Objects.requireNonNull(election, "election");
        this.candidate = Objects.requireNonNull(candidate, "candidate");
        this.options = Objects.requireNonNull(options, "options");
    }

    /** Stands as a candidate; does nothing if it does already. */
    @Override
    public void start() {
        changing.lock();
        try {
            if (candidacy == null) {
                candidacy = election.lead(options, this::lead);
            }
        } finally {
            changing.unlock();
        }
    }

    private void lead(Leadership leadership) throws InterruptedException {
        TermContext context = new TermContext(leadership);
        try {
            candidate.onGranted(context);
            publisher.publishOnGranted(this, context, candidate.getRole());
            leadership.awaitEnd();
        } finally {
            // What is revoked may block, which the interrupt that ended the term must not break off.
            boolean interrupted = Thread.interrupted();
            candidate.onRevoked(context);
            publisher.publishOnRevoked(this, context, candidate.getRole());
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Stands down, and waits for the revocation of a leader as {@link Candidacy#close} does. It can be started again.
     */
    @Override
    public void stop() {
        changing.lock();
        try {
            Candidacy present = candidacy;
            candidacy = null;
            if (present != null) {
                present.close();
            }
        } finally {
            changing.unlock();
        }
    }

    @Override
    public boolean isRunning() {
        return candidacy != null;
    }

    /** Stands down, as {@link #stop} does. */
    @Override
    public void destroy() {
        stop();
    }

    /**
     * The present term of this candidate, with its number as a fencing token.
     *
     * @return the term; empty while it does not lead
     */
    public Optional<Leadership> leadership() {
        Candidacy present = candidacy;
        return present == null ? Optional.empty() : present.leadership();
    }

    /**
     * The context of the present term, or of none.
     *
     * @return a context; {@code isLeader} is false if this candidate does not lead
     */
    public Context getContext() {
        return new TermContext(leadership().orElse(null));
    }

    @Override
    public int getPhase() {
        return phase;
    }

    /**
     * Sets the phase in which it starts and stops. The default is the last one to start and the first one to stop.
     *
     * @param phase the phase
     */
    public void setPhase(int phase) {
        this.phase = phase;
    }

    @Override
    public boolean isAutoStartup() {
        return autoStartup;
    }

    /**
     * Sets whether it starts with its context, which is the default.
     *
     * @param autoStartup whether it does
     */
    public void setAutoStartup(boolean autoStartup) {
        this.autoStartup = autoStartup;
    }

    /**
     * Sets the publisher of events. The default publishes to the application context.
     *
     * @param publisher the publisher
     */
    public void setLeaderEventPublisher(LeaderEventPublisher publisher) {
        this.publisher = Objects.requireNonNull(publisher, "publisher");
    }

    @Override
    public void setApplicationEventPublisher(ApplicationEventPublisher applicationEventPublisher) {
        if (publisher instanceof DefaultLeaderEventPublisher standard) {
            standard.setApplicationEventPublisher(applicationEventPublisher);
        }
    }

    @Override
    public String toString() {
        return "InterlockLeaderInitiator[" + election + ", role " + candidate.getRole() + "]";
    }

    /** A term, or none, as Spring Integration shows it. */
    private final class TermContext implements Context {

        private final @Nullable Leadership leadership;

        TermContext(@Nullable Leadership leadership) {
            this.leadership = leadership;
        }

        @Override
        public boolean isLeader() {
            return leadership != null
                    && leadership.end().isEmpty()
                    && leadership.remaining().compareTo(Duration.ZERO) > 0;
        }

        @Override
        public void yield() {
            Candidacy present = candidacy;
            // A context of an earlier term must not end the present one.
            if (isLeader() && present != null) {
                present.abdicate();
            }
        }

        @Override
        public String getRole() {
            return candidate.getRole();
        }

        @Override
        public String toString() {
            return "TermContext[role " + getRole() + ", " + leadership + "]";
        }
    }
}
