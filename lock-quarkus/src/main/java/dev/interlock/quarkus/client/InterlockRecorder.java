// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.client;

import dev.interlock.LockClient;
import io.quarkus.arc.SyntheticCreationalContext;
import io.quarkus.runtime.annotations.Recorder;
import java.util.function.Function;

/** What the built application runs to make the clients that it injects by name. */
@Recorder
public class InterlockRecorder {

    /**
     * Makes a further client.
     *
     * @param name the name of its block
     * @return creates the bean
     */
    public Function<SyntheticCreationalContext<LockClient>, LockClient> further(String name) {
        return context -> context.getInjectedReference(LockClients.class).further(name);
    }
}
