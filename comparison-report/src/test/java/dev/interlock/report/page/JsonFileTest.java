// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.report.data.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JsonFileTest {

    @Test
    void a_report_that_was_written_is_read_again(@TempDir Path directory) throws IOException {
        Report report = SampleReport.with("a \"text\" with </script> and ümläuts");
        Path file = directory.resolve("report.json");
        JsonFile.write(report, file);
        assertThat(JsonFile.read(file)).isEqualTo(report);
    }

    @Test
    void another_format_is_refused(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("report.json");
        JsonFile.write(SampleReport.with("text"), file);
        Files.writeString(file, Files.readString(file).replace(JsonFile.FORMAT, "interlock-report/0"));
        assertThatThrownBy(() -> JsonFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("must have the format " + JsonFile.FORMAT);
        Files.writeString(file, "{");
        assertThatThrownBy(() -> JsonFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is no report");
    }
}
