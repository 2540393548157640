// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox.share;

import dev.interlock.spi.AttemptId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a record.
 *
 * @param <T> the result of the step
 * @param result the result, if the record is still unchanged when {@code text} is written
 * @param text the new record; null if there is nothing to write
 * @param endMillis when the last grant and the last place in the queue end, by the store's clock;
 *     {@link Long#MIN_VALUE} if there is none. Then only {@code lastToken} counts: the store may forget the record as soon as {@link ShareSnapshot#leastToken} is greater.
 * @param beforeMillis the text may be written only while the store's clock is before this, since then a lease ends that
 *     it extends; {@link Long#MAX_VALUE} if any time will do. A store that is later takes it as a record that has changed.
 * @param lastToken the greatest token that was granted
 * @param wake the attempts that wait and may succeed now
 */
public record ShareUpdate<T>(
        T result, @Nullable String text, long endMillis, long beforeMillis, long lastToken, List<AttemptId> wake) {}
