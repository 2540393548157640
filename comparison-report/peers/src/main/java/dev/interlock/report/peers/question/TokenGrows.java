// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.contender.Ability;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peers.client.OrderKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Whether there is a token that grows from grant to grant. */
final class TokenGrows implements Question {

    private static final int GRANTS = 6;

    private final Use use;

    TokenGrows(Use use) {
        this.use = use;
    }

    @Override
    public PeerQuestion text() {
        return use.question(
                "TOKEN",
                "Does each grant have a fencing token that is larger than the one before?",
                "A {holder} and {next} acquire and release in turn. Holds if their tokens grow from grant to grant.");
    }

    @Override
    public Set<Ability> needs() {
        return Set.of(Ability.TOKEN);
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        List<Client> clients = List.of(stage.client("A", use.held()), stage.client("B", use.wanted()));
        List<Long> tokens = new ArrayList<>();
        for (int i = 0; i < GRANTS; i++) {
            Client client = clients.get(i % clients.size());
            tokens.add(stage.granted(client).told().number());
            Stage.await(client.order(OrderKind.RELEASE), Stage.PATIENCE);
        }
        boolean grows = true;
        for (int i = 1; i < GRANTS; i++) {
            grows &= tokens.get(i) > tokens.get(i - 1);
        }
        return Finding.of(grows, "tokens of two clients in turn: " + tokens);
    }
}
