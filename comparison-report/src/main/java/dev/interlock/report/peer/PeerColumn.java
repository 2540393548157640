// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peer;

/**
 * A peer on a store.
 *
 * @param id such as {@code redisson-lock}
 * @param store such as {@code redis}
 * @param subject the subject of its questions
 * @param title with the version
 * @param configuration its configuration
 * @param server product, version and origin; otherwise why there was none
 */
public record PeerColumn(
        String id, String store, PeerSubject subject, String title, String configuration, String server) {}
