// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.zookeeper.extra;

/** Planted fault: a package that is no layer. */
final class InNoLayer {}
