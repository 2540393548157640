// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.spi.Grant;
import dev.interlock.spi.LossWatch;

/** The watch of a store whose tokens are of a later generation. Thread-safe. */
record RaisedLossWatch(Raised raised, LossWatch own) implements LossWatch {

    @Override
    public void begin(Grant grant) {
        own.begin(raised.own(grant));
    }

    @Override
    public void end(Grant grant) {
        own.end(raised.own(grant));
    }
}
