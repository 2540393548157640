// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peers.client.ClientMessage;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import dev.interlock.report.peers.client.OrderKind;
import dev.interlock.report.peers.question.Client.Heard;
import java.time.Duration;

/** Whether a client keeps a hold that lasts longer than its lease. */
final class LongHold implements Question {

    private final Use use;

    LongHold(Use use) {
        this.use = use;
    }

    @Override
    public PeerQuestion text() {
        return use.question(
                "RENEW",
                "Is a hold that is longer than the lease kept while its JVM lives?",
                "A {holds} for two and a half leases and does nothing for it, {next} tries all the time. Holds if that one is refused and the release succeeds.");
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.client("A", use.held());
        Client b = stage.client("B", use.wanted());
        Heard held = stage.granted(a);
        Duration length = stage.lease().multipliedBy(5).dividedBy(2);
        Heard other = Stage.await(b.acquire(length), Stage.PATIENCE.plus(length));
        if (other.told().kind() == Kind.FAILED) {
            throw new IllegalStateException("the other client: " + Client.text(other.told()));
        }
        boolean kept = other.told().kind() == Kind.REFUSED;
        long millis = Stage.millis(held.nanos(), other.nanos());
        if (!kept) {
            Stage.pass(Duration.ofMillis(200));
            stage.scene()
                    .violation(
                            other.nanos(),
                            System.nanoTime(),
                            "two hold the " + use.thing() + ", both alive and at work");
        }
        ClientMessage released =
                Stage.await(a.order(OrderKind.RELEASE), Stage.PATIENCE).told();
        String said = "; the first holder's release: " + Client.text(released);
        return Finding.of(
                kept && released.kind() == Kind.DONE,
                kept
                        ? "kept for " + millis + " ms with a lease of "
                                + stage.lease().toMillis() + " ms" + said
                        : "another was granted it " + millis + " ms after the first, who lived and worked (lease "
                                + stage.lease().toMillis() + " ms)" + said);
    }
}
