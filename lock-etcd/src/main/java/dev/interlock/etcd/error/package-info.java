// SPDX-License-Identifier: Apache-2.0
/** What the errors of the driver mean: for outcomes, and for people. */
@NullMarked
package dev.interlock.etcd.error;

import org.jspecify.annotations.NullMarked;
