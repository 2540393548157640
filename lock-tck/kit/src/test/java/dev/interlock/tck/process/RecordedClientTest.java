// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.memory.MemoryStore;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.Operation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a history says of a client's beliefs. */
class RecordedClientTest {

    @Test
    void the_owner_of_a_belief_names_its_grant() throws InterruptedException {
        try (RecordedClients clients = new RecordedClients()) {
            RecordedClient recorded = clients.client("p1");
            try (LockClient client = LockClient.using(
                            recorded.over(new MemoryStore().backend()), recorded.listening(ClientOptions.STANDARD));
                    LockHandle first = recorded.holds(client.lock("orders").acquire());
                    LockHandle second = recorded.holds(client.lock("invoices").acquire())) {
                assertThat(first.fencingToken()).isNotEqualTo(second.fencingToken());
                History history = clients.history();
                assertThat(of(history, Action.BELIEVE).stream().map(Operation::owner))
                        .containsExactlyElementsOf(of(history, Action.ACQUIRE).stream()
                                .map(Operation::believer)
                                .toList());
            }
        }
    }

    private static List<Operation> of(History history, Action action) {
        return history.operations().stream()
                .filter(operation -> operation.action() == action)
                .toList();
    }
}
