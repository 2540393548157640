// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.tck;

import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.testbed.wire.Message;
import java.util.function.Predicate;

/** Which requests on the wire are which step of a lock: a backend that sends other operations says so here. */
@FunctionalInterface
public interface ZookeeperSteps {

    /** The steps of the backend in this module: a transaction or a creation, a write, a deletion. */
    ZookeeperSteps OPERATIONS = step -> switch (step) {
        case ACQUIRE -> Message.named("multi", "create2");
        case RENEW -> Message.named("setData");
        case RELEASE, FREE -> Message.named("delete");
        case SHARE -> Message.named("multi", "create2", "setData", "delete");
        case ANY -> Message.named("ping").negate();
    };

    /**
     * Matches the requests of one step.
     *
     * @param step the step
     * @return never matches a request of another step, but for a free and a release, which are the same deletion
     */
    Predicate<Message> of(RequestKind step);
}
