// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.LockName;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The steps for several locks of a store whose tokens are of a later generation. Thread-safe. */
record RaisedBulk(Raised raised, String store, BulkSteps own) implements BulkSteps {

    @Override
    public boolean canAcquireAll(List<LockName> names) {
        return own.canAcquireAll(names);
    }

    @Override
    public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
        AcquireAllOutcome outcome = own.tryAcquireAll(attempts);
        if (!(outcome instanceof AcquireAllOutcome.Granted granted)) {
            return outcome;
        }
        List<Grant> grants = new ArrayList<>();
        for (Grant grant : granted.grants()) {
            OptionalLong token = raised.token(grant);
            if (token.isEmpty()) {
                return refused(attempts, grant);
            }
            grants.add(raised.withToken(grant, token.getAsLong()));
        }
        return new AcquireAllOutcome.Granted(grants);
    }

    private AcquireAllOutcome refused(List<Attempt> attempts, Grant grant) {
        for (ReleaseOutcome released : own.releaseAll(attempts)) {
            if (released instanceof ReleaseOutcome.Unknown unknown) {
                return new AcquireAllOutcome.Unknown(unknown.cause());
            }
        }
        return new AcquireAllOutcome.Refused(raised.outOfTokens(grant, store), false);
    }

    @Override
    public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
        return own.renewAll(grants.stream().map(raised::own).toList(), lease);
    }

    @Override
    public List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
        return own.releaseAll(attempts);
    }
}
