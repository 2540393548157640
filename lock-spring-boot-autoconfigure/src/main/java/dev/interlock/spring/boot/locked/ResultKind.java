// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

/** When a method ends. */
enum ResultKind {
    /** When it returns. */
    SYNCHRONOUS,
    /** When the {@code CompletionStage} that it returns completes. */
    STAGE,
    /** When the stream that it returns ends. */
    STREAM
}
