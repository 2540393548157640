// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.setting;

import org.jspecify.annotations.Nullable;

/** The settings of one lock or a family of locks as a configuration has them; null is not set. Thread-safe. */
public interface WrittenFamily extends WrittenAcquisition {

    /**
     * Which locks.
     *
     * @return a name, or the start of names followed by an asterisk; null is the name of the block
     */
    @Nullable
    String pattern();
}
