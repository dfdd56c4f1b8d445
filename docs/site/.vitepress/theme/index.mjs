/**
 * The standard theme without its fonts, with colours that everybody can read.
 */
import theme from 'vitepress/theme-without-fonts';
import './colors.css';

export default theme;
