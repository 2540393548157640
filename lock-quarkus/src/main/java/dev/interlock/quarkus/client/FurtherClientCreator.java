// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.client;

import dev.interlock.LockClient;
import io.quarkus.arc.BeanCreator;
import io.quarkus.arc.SyntheticCreationalContext;
import java.util.Objects;

/** Makes the bean of a further client that the application injects by its identifier. Thread-safe. */
public final class FurtherClientCreator implements BeanCreator<LockClient> {

    /** The parameter with the name of the client's block. */
    public static final String NAME = "name";

    /** Of the container. */
    public FurtherClientCreator() {}

    @Override
    public LockClient create(SyntheticCreationalContext<LockClient> context) {
        return context.getInjectedReference(LockClients.class)
                .further((String) Objects.requireNonNull(context.getParams().get(NAME), NAME));
    }
}
