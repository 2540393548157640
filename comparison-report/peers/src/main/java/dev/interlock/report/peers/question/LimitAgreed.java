// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.contender.Part;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peers.client.ClientMessage;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import java.time.Duration;

/** Whether two clients that disagree about the number of permits are told. */
final class LimitAgreed implements Question {

    @Override
    public PeerQuestion text() {
        return Use.PERMIT.question(
                "LIMIT",
                "Are two clients told that they disagree about the number of permits?",
                "A client holds one of three permits; another, for which there are only two, acquires one of them. Holds if the second one gets an error.");
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.client("A", Part.PERMIT_OF_THREE);
        Client b = stage.client("B", Part.PERMIT_OF_TWO);
        stage.granted(a);
        ClientMessage told =
                Stage.await(b.acquire(Duration.ofSeconds(3)), Stage.PATIENCE).told();
        return Finding.of(
                told.kind() == Kind.FAILED,
                "while one of three permits was held, the client for which there are two "
                        + switch (told.kind()) {
                            case FAILED -> "was refused with an error: " + Client.text(told);
                            case GRANTED -> "was granted one, and told nothing";
                            default -> "was refused without an error";
                        });
    }
}
