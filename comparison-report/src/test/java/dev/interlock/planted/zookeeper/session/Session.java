// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.zookeeper.session;

/** No fault: a class of an upper layer of a backend. */
public final class Session {}
