// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.etcd.request;

/** No fault: a class of an upper layer of a backend. */
public final class Request {}
