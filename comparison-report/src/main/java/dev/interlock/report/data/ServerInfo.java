// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

/**
 * The store that the backend ran on.
 *
 * @param product such as {@code redis}
 * @param version its own version
 * @param source where it came from
 */
public record ServerInfo(String product, String version, String source) {

    /** Product and version. */
    @Override
    public String toString() {
        return version.isEmpty() ? product : product + " " + version;
    }
}
