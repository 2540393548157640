// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.tck;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.testbed.wire.Message;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.TxnRequest;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/** Which calls on the wire are which step of a lock: the transactions that change a holder's key, and renewed leases. */
public final class EtcdSteps {

    private static final String HOLDER = "/holder";

    private EtcdSteps() {}

    /** Matches the calls of one step; a free and a release are the same deletion. */
    public static Predicate<Message> of(RequestKind step) {
        return switch (step) {
            case ACQUIRE -> message -> changes(message, EtcdSteps::puts);
            case RENEW -> Message.named("LeaseKeepAlive");
            case RELEASE, FREE -> message -> changes(message, EtcdSteps::deletes);
            case SHARE -> message -> false;
            case ANY -> Message.any();
        };
    }

    /** The look of a try and of a waiter: at the holder and at the queue, without a change. */
    static Predicate<Message> looks() {
        return message -> message.name().equals("Txn")
                && transaction(message).getCompareCount() == 0
                && transaction(message).getSuccessList().stream()
                        .anyMatch(look ->
                                look.getRequestRange().getKey().toStringUtf8().endsWith("/queue/"));
    }

    private static boolean puts(RequestOp change) {
        return change.hasRequestPut()
                && change.getRequestPut().getKey().toStringUtf8().endsWith(HOLDER);
    }

    private static boolean deletes(RequestOp change) {
        return change.hasRequestDeleteRange()
                && change.getRequestDeleteRange().getKey().toStringUtf8().endsWith(HOLDER);
    }

    private static boolean changes(Message message, Predicate<RequestOp> change) {
        return message.name().equals("Txn")
                && transaction(message).getSuccessList().stream().anyMatch(change);
    }

    private static TxnRequest transaction(Message message) {
        try {
            return TxnRequest.parseFrom(message.arguments().get(1).getBytes(StandardCharsets.ISO_8859_1));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException(e);
        }
    }
}
