// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

/**
 * Where and when the report was made.
 *
 * @param date local date and time with its offset
 * @param version of Interlock
 * @param commit of the sources, empty if not known
 * @param jvm name, version and vendor
 * @param os name, version and architecture
 * @param cores processors available to the JVM
 * @param maxHeapMiB the most heap the JVM may use
 */
public record Environment(
        String date, String version, String commit, String jvm, String os, int cores, long maxHeapMiB) {}
