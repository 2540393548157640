// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.data.Report;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A report as one page of HTML that needs nothing else: the template is compiled with this module. Thread-safe. */
public final class HtmlFile {

    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(ContentType.Html);

    private HtmlFile() {}

    /**
     * The page.
     *
     * @param report the report
     * @return a whole document
     */
    public static String text(Report report) {
        StringOutput page = new StringOutput();
        TEMPLATES.render("report.jte", report, page);
        return page.toString();
    }

    /**
     * Writes the page, replacing the file.
     *
     * @param report the report
     * @param file where to
     * @throws IOException if it cannot be written
     */
    public static void write(Report report, Path file) throws IOException {
        Files.writeString(file, text(report));
    }
}
