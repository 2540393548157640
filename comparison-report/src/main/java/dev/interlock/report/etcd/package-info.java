// SPDX-License-Identifier: Apache-2.0
/** The backend for etcd under test: its server, its limits and its measurements. */
@NullMarked
package dev.interlock.report.etcd;

import org.jspecify.annotations.NullMarked;
