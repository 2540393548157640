// SPDX-License-Identifier: Apache-2.0
/** The driver's client, and single requests, each with a limit. */
@NullMarked
package dev.interlock.etcd.request;

import org.jspecify.annotations.NullMarked;
