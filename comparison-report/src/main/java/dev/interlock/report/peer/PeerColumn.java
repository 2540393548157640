// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peer;

/**
 * A peer on a store.
 *
 * @param id such as {@code redisson-lock}
 * @param store such as {@code redis}
 * @param title with the version
 * @param configuration how it was set up
 * @param server product, version and origin; why there was none otherwise
 */
public record PeerColumn(String id, String store, String title, String configuration, String server) {}
