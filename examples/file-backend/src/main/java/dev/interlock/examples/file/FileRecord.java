// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import dev.interlock.Holder;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The state of a lock in the store. Immutable.
 *
 * @param name the lock, since the name of its file may be a digest
 * @param sequence how many records were written before this one; -1 for a lock that was never granted
 * @param owner the attempt that has or had the lock; null after a release
 * @param token the owner's first fencing token
 * @param lastToken the last token ever reserved: the next grant lies above it, also after a release
 * @param endMillis when the owner's lease ends, by the machine's wall clock
 * @param hint the owner's description of itself, or null
 */
record FileRecord(
        String name,
        long sequence,
        @Nullable AttemptId owner,
        long token,
        long lastToken,
        long endMillis,
        @Nullable String hint) {

    /** A page, so that one record shares no sector of the disk with another. Names and hints fill less than a fifth. */
    static final int BYTES = 4096;

    private static final int FORMAT = 0x494C4B31;

    static FileRecord unused(String name) {
        return new FileRecord(name, -1, null, 0, 0, 0, null);
    }

    boolean isHeld(long nowMillis) {
        return owner != null && nowMillis < endMillis;
    }

    /** False after the end of the lease: an expired hold is not revived (rule REN-2). */
    boolean isHeldBy(AttemptId id, long nowMillis) {
        return isHeld(nowMillis) && id.equals(owner);
    }

    FileRecord granted(Attempt to, long newEndMillis) {
        long first = lastToken + 1;
        long last = lastToken + to.tokens();
        return new FileRecord(name, sequence + 1, to.id(), first, last, newEndMillis, to.holderHint());
    }

    FileRecord renewed(long newEndMillis) {
        return new FileRecord(name, sequence + 1, owner, token, lastToken, newEndMillis, hint);
    }

    FileRecord released() {
        return new FileRecord(name, sequence + 1, null, token, lastToken, 0, null);
    }

    Optional<Holder> holder(long nowMillis) {
        return isHeld(nowMillis)
                ? Optional.of(new Holder(
                        token, Optional.of(Duration.ofMillis(endMillis - nowMillis)), Optional.ofNullable(hint)))
                : Optional.empty();
    }

    /** A checksum, and the bytes that it covers. */
    byte[] encoded() {
        ByteBuffer to = ByteBuffer.allocate(BYTES).position(Long.BYTES);
        to.putInt(FORMAT).putLong(sequence).put((byte) (owner == null ? 0 : 1));
        to.putLong(owner == null ? 0 : owner.high()).putLong(owner == null ? 0 : owner.low());
        to.putLong(token).putLong(lastToken).putLong(endMillis);
        putText(to, name);
        putText(to, hint == null ? "" : hint);
        return to.putLong(0, checksum(to.array())).array();
    }

    /** The encoded record; null if it is incomplete. */
    static @Nullable FileRecord decoded(byte[] bytes) {
        ByteBuffer from = ByteBuffer.wrap(bytes);
        if (from.getLong() != checksum(bytes) || from.getInt() != FORMAT) {
            return null;
        }
        long sequence = from.getLong();
        boolean owned = from.get() == 1;
        AttemptId id = new AttemptId(from.getLong(), from.getLong());
        long token = from.getLong();
        long lastToken = from.getLong();
        long endMillis = from.getLong();
        String name = text(from);
        String hint = text(from);
        return new FileRecord(
                name, sequence, owned ? id : null, token, lastToken, endMillis, hint.isEmpty() ? null : hint);
    }

    private static void putText(ByteBuffer to, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        to.putShort((short) bytes.length).put(bytes);
    }

    private static String text(ByteBuffer from) {
        byte[] bytes = new byte[from.getShort()];
        from.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static long checksum(byte[] record) {
        CRC32C sum = new CRC32C();
        sum.update(record, Long.BYTES, BYTES - Long.BYTES);
        return sum.getValue();
    }
}
