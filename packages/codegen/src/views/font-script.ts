/**
 * The script for the fonts of a style sheet that are data URLs.
 *
 * The policy that the specification prescribes allows data URLs for images and media, and not for fonts. A font that a script makes of bytes
 * is loaded from nowhere, so no policy blocks it.
 * Spec: MCP Apps 2026-01-26, content security policy enforcement
 */

/**
 * A function of the style sheet's element and its medium: it loads the fonts, removes their rules, which hosts would block, and applies the rest
 * of the style sheet. It is a text, so that its bytes are the same in every build.
 */
export const fontScript = [
  '((style,media)=>{',
  'const names={style:"font-style",weight:"font-weight",stretch:"font-stretch",display:"font-display",',
  'unicodeRange:"unicode-range",featureSettings:"font-feature-settings",',
  'ascentOverride:"ascent-override",descentOverride:"descent-override",lineGapOverride:"line-gap-override"};',
  'const load=parent=>{for(const rule of [...parent.cssRules]){',
  'if(rule.cssRules)load(rule);',
  'if(!(rule instanceof CSSFontFaceRule))continue;',
  'const valueOf=name=>rule.style.getPropertyValue(name);',
  String.raw`const data=/url\("data:font\/[^;,"]*;base64,([^"]+)"\)/.exec(valueOf("src"))?.[1];`,
  'if(!data)continue;',
  'const given=Object.entries(names).map(([key,name])=>[key,valueOf(name)]).filter(([,value])=>value!=="");',
  String.raw`const family=valueOf("font-family").replace(/^(["'])(.*)\1$/,"$2");`,
  'const bytes=Uint8Array.from(atob(data),it=>it.charCodeAt(0));',
  'document.fonts.add(new FontFace(family,bytes,Object.fromEntries(given)));',
  'parent.deleteRule([...parent.cssRules].indexOf(rule))',
  '}};load(style.sheet);style.media=media',
  '})',
].join('');
