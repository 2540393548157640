// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.OptionalLong;

/** The files and sockets of this process, as its operating system counts them. */
final class OpenFiles {

    private OpenFiles() {}

    /** How many are open now. Empty on Windows, which does not tell. */
    static OptionalLong count() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? OptionalLong.of(unix.getOpenFileDescriptorCount())
                : OptionalLong.empty();
    }
}
