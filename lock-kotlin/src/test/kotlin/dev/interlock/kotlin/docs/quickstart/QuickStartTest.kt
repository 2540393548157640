// SPDX-License-Identifier: Apache-2.0
package dev.interlock.kotlin.docs.quickstart

import dev.interlock.LockClient
import kotlin.io.path.Path
import kotlin.io.path.readText
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** The quick start shows code that is compiled and run. */
internal class QuickStartTest {

    @Test
    fun the_page_shows_exactly_this_code() {
        val source = Path("src/test/kotlin/dev/interlock/kotlin/docs/quickstart/Payments.kt").readText()
        val shown = source.substring(source.indexOf("import "))
        assertThat(Path("../docs/quick-starts.md").readText().substringAfter("\n## Kotlin\n"))
            .contains("```kotlin\n$shown```")
    }

    @Test
    fun it_works() {
        LockClient.connect("memory:quick-start").use { locks ->
            assertThat(runBlocking { Payments(locks).pay("42") }).isEqualTo("order 42 paid with token 1")
        }
        runBlocking { main() }
    }
}
