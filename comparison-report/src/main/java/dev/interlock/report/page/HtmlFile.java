// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A report as one HTML page that needs no other files: the template is compiled with this module. Thread-safe. */
public final class HtmlFile {

    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(ContentType.Html);

    private HtmlFile() {}

    /**
     * The page.
     *
     * @param page the content
     * @return a whole document
     */
    public static String text(Page page) {
        return text("report.jte", page);
    }

    /**
     * What a template makes of its content, which it escapes.
     *
     * @param template the name of the template
     * @param content its parameter
     * @return HTML, or SVG
     */
    public static String text(String template, Object content) {
        StringOutput text = new StringOutput();
        TEMPLATES.render(template, content, text);
        return text.toString();
    }

    /**
     * Writes the page and replaces the file as a whole: a reader that opens it meanwhile gets the former page or this
     * one.
     *
     * @param page the content
     * @param file the file to write
     * @throws IOException if it cannot be written
     */
    public static void write(Page page, Path file) throws IOException {
        Path whole = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), text(page));
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
