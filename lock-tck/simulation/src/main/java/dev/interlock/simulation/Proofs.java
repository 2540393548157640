// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.RenewOutcome;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the store has let a client hold, as the client's driver heard it: until when, by the clock of the client, counted
 * from before the request was sent.
 */
final class Proofs {

    private final Map<AttemptId, Proof> proofs = new LinkedHashMap<>();

    /**
     * What is known of one attempt.
     *
     * @param tokens how many its grant has, from that of the grant on
     */
    record Proof(Attempt attempt, long token, int tokens, long endNanos) {

        private boolean isOf(String lock, long asked) {
            return attempt.name().value().equals(lock) && asked >= token && asked < token + tokens;
        }

        private Proof until(long nanos) {
            return new Proof(attempt, token, tokens, Math.max(endNanos, nanos));
        }
    }

    void granted(Grant grant) {
        Attempt attempt = grant.attempt();
        long end = grant.sentNanos() + grant.lease().toNanos();
        Proof known = proofs.get(attempt.id());
        proofs.put(
                attempt.id(),
                known == null || known.token != grant.token()
                        ? new Proof(attempt, grant.token(), attempt.tokens(), end)
                        : known.until(end));
    }

    void renewed(Grant grant, RenewOutcome outcome) {
        Proof known = proofs.get(grant.attempt().id());
        if (known != null && outcome instanceof RenewOutcome.Renewed renewed) {
            proofs.put(
                    grant.attempt().id(),
                    known.until(renewed.sentNanos() + renewed.lease().toNanos()));
        }
    }

    /** The grant that a token is of; empty if the store gave out none. */
    Optional<Proof> of(String lock, long token) {
        return proofs.values().stream().filter(proof -> proof.isOf(lock, token)).findFirst();
    }
}
