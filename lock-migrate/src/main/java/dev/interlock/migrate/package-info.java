// SPDX-License-Identifier: Apache-2.0
/**
 * The move of locks from one store to another while instances on both are running: by a connection string that begins
 * with {@code migrate:}, or by {@link dev.interlock.migrate.MigrationBackend} and {@link
 * dev.interlock.migrate.MovedBackend} on backends of one's own.
 */
@NullMarked
package dev.interlock.migrate;

import org.jspecify.annotations.NullMarked;
