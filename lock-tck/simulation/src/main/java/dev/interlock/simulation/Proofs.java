// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.history.LockPart;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The grants of the store to a client, as the client's driver received them. Each end is by the client's clock, counted
 * from before the request was sent.
 */
final class Proofs {

    private final Map<AttemptId, Proof> proofs = new LinkedHashMap<>();

    /**
     * The grant to one attempt.
     *
     * @param tokens how many tokens its grant has, from that of the grant on
     */
    record Proof(Attempt attempt, long token, int tokens, long endNanos) {

        private boolean isOf(LockPart part, long asked) {
            return attempt.name().value().equals(part.name()) && asked >= token && asked < token + tokens;
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

    /** The grant that a token belongs to; empty if the store issued none. */
    Optional<Proof> of(LockPart part, long token) {
        return proofs.values().stream().filter(proof -> proof.isOf(part, token)).findFirst();
    }
}
